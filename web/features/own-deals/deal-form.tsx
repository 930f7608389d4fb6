import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { adminDeals } from '#core/contract/admin/deals.ts';
import { type ApiError, isRefusal } from '#core/contract/call.ts';
import type { Category } from '#core/contract/categories.ts';
import type { FormShape } from '#core/contract/field-errors.ts';
import {
  AdminDealInput,
  type DealChange,
  DealEdit,
  DealInput,
  type OwnDeal,
  ownDeals,
} from '#core/contract/own-deals.ts';
import type { SalonProfile } from '#core/contract/salons.ts';
import { cities, DEFAULT_CITY } from '#core/domain/cities.ts';
import { copyTitle } from '#core/domain/copy-title.ts';
import { MAX_TITLE } from '#core/domain/deals.ts';
import { formatLek } from '#core/i18n/format.ts';
import { categoryName, cityName } from '#web/features/deals/deal-words.tsx';
import { categoriesQuery } from '#web/features/deals/use-deals.ts';
import { MediaField } from '#web/features/media/media-field.tsx';
import { DEAL_FILES } from '#web/features/media/prepare-file.ts';
import { useAdminImage } from '#web/features/media/use-admin-image.ts';
import { useMediaUpload } from '#web/features/media/use-media-upload.ts';
import { businessOf as businessOfSalon } from '#web/features/salons/use-own-salon.ts';
import { randomUuid } from '#web/kit/browser.ts';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, Switch } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PriceField, TextField } from '#web/ui/form/text-fields.tsx';
import { LoadingText } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { DraftKeeper, RestoredDraft } from './deal-draft.tsx';
import { DealPreview, DiscountPreview, Hints } from './deal-preview.tsx';
import { DEFAULT_HOURS, OptionalFields } from './optional-fields.tsx';
import type { OpenForm } from './own-deal-actions.tsx';
import { RunField } from './run-field.tsx';
import { draftOf, keepDraft, useRefreshDeals, useReviewRequest } from './use-own-deals.ts';
import { useWaitForUpload } from './use-wait-for-upload.ts';

interface Props {
  userId: string;
  /** What was typed is kept under this name. */
  draftName: string;
  opened: OpenForm;
  latest: OwnDeal | undefined;
  /** Fills the fields about the salon; without one the latest deal does. */
  salon?: SalonProfile | null;
  onDone: () => void;
  /** Instead of a toast. */
  onPosted?: ((deal: OwnDeal) => void) | undefined;
  /** Leads to the plans. */
  onNoPosts?: () => void;
  /** In the admin panel: no membership is needed, the deal may belong to any dealer or to nobody. Needs the area `moderation`. */
  isAdmin?: boolean;
}

/** The form of a new deal, a copy or an existing deal, once the categories are known. */
export function DealForm(props: Props) {
  const t = useT();
  const { userId, draftName } = props;
  const { data: categories, error, refetch } = useQuery(categoriesQuery(api, 'all'));
  const [discarded, setDiscarded] = useState(0);
  const discard = () => {
    keepDraft(userId, draftName, null);
    setDiscarded(discarded + 1);
  };
  if (categories) return <LoadedForm key={discarded} {...props} categories={categories} onDiscard={discard} />;
  if (error) return <MissingPart what={t('dealForm.categoriesFailed')} error={error} retry={() => void refetch()} />;
  return <LoadingText />;
}

function LoadedForm({
  userId,
  draftName,
  opened,
  latest,
  salon = null,
  onDone,
  onPosted,
  onNoPosts,
  isAdmin = false,
  categories,
  onDiscard,
}: Props & { categories: Category[]; onDiscard: () => void }) {
  const t = useT();
  const edited = opened.kind === 'edit' ? opened.deal : null;
  const [draft] = useState(() => draftOf(userId, draftName));
  const [key, setKey] = useState(draft?.key ?? randomUuid());
  const onKeyUsed = () => setKey(randomUuid());
  const deal = { opened, latest, salon, key, onDone, onPosted, isAdmin, onKeyUsed };
  const { submission, isRefused, posted } = useDealSubmission(deal);
  const { form } = submission;
  const onUploaded = (url: string) => form.setValue('imageUrl', url, { shouldDirty: true, shouldValidate: true });
  const dealerUpload = useMediaUpload({ rules: DEAL_FILES, onUploaded });
  const adminUpload = useAdminImage(onUploaded);
  const upload = isAdmin ? adminUpload : dealerUpload;
  const { isWaiting, giveUp, submit } = useWaitForUpload(upload.current.state, submission);
  const imageUrl = useWatch({ control: form.control, name: 'imageUrl' });
  const cancel = () => {
    giveUp();
    upload.cancel();
  };
  return (
    <Form
      submission={{ ...submission, submit, isBusy: submission.isBusy || isWaiting }}
      action={t(edited ? 'dealForm.update' : isAdmin ? 'adminDeals.add' : 'dealForm.post')}
      pending={t(isWaiting ? 'dealForm.waiting' : 'dealForm.sending')}
      hasCancel
    >
      {edited?.hiddenByAdminAt && !isAdmin && (
        <p className="rounded-2xl bg-alert-soft px-4 py-3 text-sm text-alert">
          <strong>{t('myDeals.hiddenByAdmin')}</strong> <span dir="auto">{edited.moderationReason}</span>
        </p>
      )}
      {draft && <RestoredDraft typed={draft.typed} onDiscard={onDiscard} />}
      <DraftKeeper userId={userId} draftName={draftName} draftKey={key} />
      <MediaField name="imageUrl" upload={{ ...upload, cancel }} hasUrl={isAdmin} />
      <TextField
        name="title"
        label={t('dealForm.title')}
        placeholder={t('dealForm.title.example')}
        maxLength={MAX_TITLE}
        autoComplete="off"
      />
      <SelectField name="category" label={t('dealForm.category')} options={categoryOptions(categories, edited, t)} />
      <Prices edited={edited} />
      <RunField posted={edited} />
      <TextField
        name="businessName"
        label={t('dealForm.businessName')}
        maxLength={MAX_TITLE}
        autoComplete="organization"
      />
      <SelectField
        name="city"
        label={t('dealForm.city')}
        options={cities.map((city) => ({ value: city, text: cityName(city, t) }))}
      />
      <OptionalFields hasStarted={edited !== null && !edited.startsOn} />
      {isAdmin && !edited && (
        <>
          <TextField
            name="ownerEmail"
            type="email"
            label={t('adminDeals.ownerEmail')}
            hint={t('adminDeals.ownerEmail.hint')}
            autoComplete="off"
          />
          <Switch name="isFeatured" label={t('adminDeals.featured')} />
        </>
      )}
      <DealPreview edited={edited} />
      <Hints hasPhoto={upload.current.state === 'uploading' || Boolean(imageUrl)} />
      {!edited && !isAdmin && <p className="text-sm text-muted">{t('dealForm.costs')}</p>}
      {posted && <PostedBefore deal={posted} />}
      {isRefused && onNoPosts && (
        <Button variant="secondary" onClick={onNoPosts}>
          {t('dealForm.toMembership')}
        </Button>
      )}
    </Form>
  );
}

function Prices({ edited }: { edited: OwnDeal | null }) {
  const t = useT();
  const lowest = edited?.lowestPrice30d ?? null;
  const wrong = { invalidNumber: t('dealForm.price.ambiguous') };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <PriceField name="originalPrice" label={t('dealForm.originalPrice')} placeholder="2 500" wrong={wrong} />
        <PriceField name="price" label={t('dealForm.price')} placeholder="1 500" wrong={wrong} />
      </div>
      <DiscountPreview before={edited} />
      {lowest !== null && (
        <p className="text-sm text-muted">{t('dealForm.lowest', { price: formatLek(lowest, t.language) })}</p>
      )}
    </>
  );
}

type Posted = Pick<OwnDeal, 'id' | 'title' | 'price'>;

function PostedBefore({ deal: { id, title, price } }: { deal: Posted }) {
  const t = useT();
  return (
    <p className="rounded-2xl bg-raised p-4 text-sm wrap-anywhere">
      {t('dealForm.posted')}{' '}
      <a
        href={`/deal/${id}`}
        target="_blank"
        rel="noopener"
        className="inline-block py-3 font-semibold text-brand underline"
      >
        {title}, {formatLek(price, t.language)}
      </a>
    </p>
  );
}

/** `isRefused`: for want of a membership or of posts. `posted`: what was posted with the same key and other content. */
function useDealSubmission({
  opened,
  latest,
  salon,
  key,
  onDone,
  onPosted,
  isAdmin,
  onKeyUsed,
}: Pick<Required<Props>, 'opened' | 'latest' | 'salon' | 'onDone' | 'onPosted' | 'isAdmin'> & {
  key: string;
  onKeyUsed: () => void;
}) {
  const t = useT();
  const refresh = useRefreshDeals();
  const review = useReviewRequest();
  const edited = opened.kind === 'edit' ? opened.deal : null;
  const [isRefused, setRefused] = useState(false);
  const [posted, setPosted] = useState<Posted | null>(null);
  const shape: FormShape = edited ? DealEdit : isAdmin ? AdminDealInput : DealInput;
  const failed = t(isAdmin ? (edited ? 'adminDeals.saveFailed' : 'adminDeals.createFailed') : 'dealForm.failed');
  const submission = useSubmit({
    shape,
    start: startOf(
      opened,
      salon ? businessOfSalon(salon) : latest ? businessOf(latest) : null,
      ` ${t('myDeals.copySuffix')}`,
    ),
    send: (values, changes) =>
      edited
        ? change(edited, changes)
        : post(values, { key, isAdmin, copyOf: opened.kind === 'copy' ? opened.deal.id : undefined }),
    onDone: (saved) => {
      refresh();
      if (saved === 'expired')
        toast({ tone: 'failed', title: t('myDeals.expiredEdit.title'), text: t('myDeals.expiredEdit.text') });
      else if (edited || !onPosted) {
        const mayAsk = !isAdmin && saved.hiddenByAdminAt !== null && !saved.reviewRequestedAt;
        const action = mayAsk ? { label: t('myDeals.review'), run: () => review.mutate(saved.id) } : undefined;
        toast({ tone: 'done', title: t(edited ? 'dealForm.updated' : 'adminDeals.created'), action });
      }
      onDone();
      if (saved !== 'expired' && !edited) onPosted?.(saved);
    },
    onFailed: (_, error) => {
      const code = codeOfRefusal(error);
      setRefused(code === 'ownDeals.noMembership' || code === 'ownDeals.noPosts');
      const isUsed = code === 'ownDeals.keyReused';
      setPosted(isUsed ? ((error as ApiError).details as { posted: Posted }).posted : null);
      if (isUsed) onKeyUsed();
      if (!isRefusal(error) || code?.startsWith('ownDeals.')) refresh();
    },
    leaves: true,
    failed,
    ...(isAdmin && { failedTitle: failed }),
  });
  return { submission, isRefused, posted };
}

type Translate = ReturnType<typeof useT>;

const ownHours = ({ hours }: OwnDeal) => (hours === DEFAULT_HOURS ? null : hours);

/** What is the same in all deals of a business. */
const businessOf = (deal: OwnDeal) => ({
  businessName: deal.businessName,
  businessInfo: deal.businessInfo,
  businessInfoEn: deal.businessInfoEn,
  socialLink: deal.socialLink,
  phone: deal.phone,
  city: deal.city,
  address: deal.address,
  hours: ownHours(deal),
  distance: deal.distance,
});

const fieldsOf = (deal: OwnDeal) => ({
  ...businessOf(deal),
  title: deal.title,
  titleEn: deal.titleEn,
  description: deal.description,
  descriptionEn: deal.descriptionEn,
  originalPrice: deal.originalPrice,
  price: deal.price,
  category: deal.category,
  imageUrl: deal.imageUrl,
  priceUnit: deal.priceUnit,
  unitCount: deal.priceUnit && deal.unitCount,
  durationMinutes: deal.durationMinutes,
  repostsLeft: deal.repostsLeft || null,
  units: deal.units,
  perPerson: deal.perPerson,
  newClientsOnly: deal.newClientsOnly,
  bookingNeeded: deal.bookingNeeded,
  useTimes: deal.useTimes,
  startsOn: deal.startsOn,
});

const NEW_RUN = { timeLeft: '3 days left' } as const;

function startOf(opened: OpenForm, business: object | null, suffix: string) {
  if (opened.kind === 'new') return { city: DEFAULT_CITY, ...business, ...NEW_RUN };
  const { deal } = opened;
  if (opened.kind === 'edit') return fieldsOf(deal);
  const titleEn = deal.titleEn && copyTitle(deal.titleEn, ' (Copy)');
  return {
    ...fieldsOf(deal),
    title: copyTitle(deal.title, suffix),
    titleEn,
    repostsLeft: null,
    startsOn: null,
    ...NEW_RUN,
  };
}

async function post(
  values: object,
  { key, isAdmin, copyOf }: { key: string; isAdmin: boolean; copyOf: string | undefined },
): Promise<OwnDeal> {
  if (isAdmin) return api.call(adminDeals.create, { body: { ...(values as AdminDealInput), key } });
  return api.call(ownDeals.create, { body: { ...(values as DealInput), key, ...(copyOf && { copyOf }) } });
}

/** Also resolves where the deal had expired meanwhile. */
async function change({ id }: OwnDeal, body: DealChange): Promise<OwnDeal | 'expired'> {
  try {
    return await api.call(ownDeals.update, { params: { id }, body });
  } catch (error) {
    if (codeOfRefusal(error) === 'ownDeals.expired') return 'expired';
    throw error;
  }
}

/** The slug of a category that is not active any more is offered where the deal has it. */
function categoryOptions(categories: Category[], edited: OwnDeal | null, t: Translate) {
  const known = categories.map((category) => ({ value: category.slug, text: categoryName(category, t) }));
  const isMissing = edited && !categories.some(({ slug }) => slug === edited.category);
  return isMissing ? [...known, { value: edited.category, text: categoryName({ slug: edited.category }, t) }] : known;
}
