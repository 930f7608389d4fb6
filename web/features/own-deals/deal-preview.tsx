import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { OwnDeal } from '#core/contract/own-deals.ts';
import type { DealCard as Deal } from '#core/contract/shapes.ts';
import { DEFAULT_CITY } from '#core/domain/cities.ts';
import { isRun, runDays } from '#core/domain/deals.ts';
import { discountOf } from '#core/domain/money.ts';
import { formatLek } from '#core/i18n/format.ts';
import { DealCard } from '#web/features/deals/deal-card.tsx';
import { dealListQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/data/api.ts';
import { useMinute } from '#web/kit/data/clock.ts';
import { useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';

type Values = Partial<Record<string, unknown>>;

const DAY_MS = 86_400_000;

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const lekOf = (value: unknown) => (typeof value === 'number' && value > 0 ? value : null);

const useValues = (): Values => useWatch({ control: useFormContext().form.control });

/** What is known of the prices of an edited deal. */
type Before = Pick<OwnDeal, 'price' | 'lowestPrice30d'> | null;

/** The discount that will be shown: not from above the lowest price of 30 days, and from 5 %. */
function shownDiscountOf(price: number | null, originalPrice: number | null, before: Before): number {
  const lowest = before?.lowestPrice30d;
  if (!lowest || !originalPrice) return discountOf(price, originalPrice);
  const reference = price === before.price ? lowest : Math.min(lowest, before.price);
  const discount = discountOf(price, Math.min(originalPrice, reference));
  return discount < 5 ? 0 : discount;
}

/** The discount of the typed prices; a price that was too high is validated again when the original one changes. */
export function DiscountPreview({ before }: { before: Before }) {
  const t = useT();
  const { form } = useFormContext();
  const [price, originalPrice] = useWatch({ control: form.control, name: ['price', 'originalPrice'] });
  const { errors } = useFormState({ control: form.control, name: 'price' });
  const isTooHigh = errors.price?.message === 'priceAboveOriginal';
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the original price changes
  useEffect(() => {
    if (isTooHigh) void form.trigger('price');
  }, [originalPrice]);
  const discount = shownDiscountOf(lekOf(price), lekOf(originalPrice), before);
  return (
    <p className="-mt-2 text-sm font-semibold text-olive empty:hidden">
      {discount > 0 && t('dealForm.discountPreview', { percent: discount })}
    </p>
  );
}

/** The card as lists will show it. */
export function DealPreview({ edited }: { edited: OwnDeal | null }) {
  const t = useT();
  const now = useMinute();
  const values = useValues();
  const [price, originalPrice] = [lekOf(values.price) ?? 0, lekOf(values.originalPrice)];
  const { timeLeft, priceUnit } = values;
  const end = isRun(timeLeft) ? new Date(now + runDays[timeLeft] * DAY_MS).toISOString() : (edited?.expiresAt ?? null);
  const deal: Deal = {
    id: '',
    salonSlug: null,
    description: '',
    descriptionEn: null,
    address: '',
    distance: null,
    hours: '',
    rating: null,
    reviewCount: 0,
    isActive: true,
    isFeatured: false,
    isHidden: false,
    createdAt: '',
    timeLeft: '',
    title: textOf(values.title) || t('dealForm.preview.title'),
    titleEn: textOf(values.titleEn) || null,
    businessName: textOf(values.businessName) || t('dealForm.preview.business'),
    imageUrl: textOf(values.imageUrl) || null,
    price,
    originalPrice,
    discount: discountOf(price, originalPrice),
    shownDiscount: shownDiscountOf(price, originalPrice, edited),
    priceUnit: priceUnit === 'person' || priceUnit === 'session' ? priceUnit : null,
    unitCount: Number(values.unitCount) || 1,
    durationMinutes: Number(values.durationMinutes) || null,
    category: textOf(values.category),
    city: textOf(values.city) || DEFAULT_CITY,
    expiresAt: end,
  };
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-sans text-sm font-semibold tracking-normal">{t('dealForm.preview')}</h3>
      {/* Its link leads nowhere. */}
      <div inert className="mx-auto w-full max-w-88">
        <DealCard deal={deal} level="h4" />
      </div>
    </div>
  );
}

/** How many times the usual price is taken for a price in old lek, which are ten to a lek. */
const SUSPICIOUS = 7;

/** What may be wrong; the deal can be posted nevertheless. */
export function Hints({ hasPhoto }: { hasPhoto: boolean }) {
  const t = useT();
  const { price, title, category } = useValues();
  const isOn = textOf(category) !== '' && lekOf(price) !== null;
  const usual = useUsualPrice(textOf(category), isOn);
  const hints: ReactNode[] = [
    !hasPhoto && t('dealForm.hint.photo'),
    textOf(title) !== '' && !/[ëç]/i.test(textOf(title)) && t('dealForm.hint.letters'),
    usual !== null &&
      (lekOf(price) ?? 0) >= SUSPICIOUS * usual &&
      t('dealForm.hint.oldLek', { usual: formatLek(usual, t.language) }),
  ].filter(Boolean);
  return (
    <div role="status" className="flex flex-col gap-1 rounded-2xl bg-raised p-4 text-sm empty:hidden">
      {hints.map((hint) => (
        <p key={String(hint)}>{hint}</p>
      ))}
    </div>
  );
}

/** The median price of the first deals of a category; null while it is unknown. */
function useUsualPrice(category: string, enabled: boolean): number | null {
  const filter = { category, search: '', city: 'all', sort: '', minPrice: '', maxPrice: '' } as const;
  const { data } = useInfiniteQuery({ ...dealListQuery(api, filter), enabled });
  const prices = (data?.pages[0]?.items ?? []).map(({ price }) => price).sort((one, other) => one - other);
  return enabled ? (prices[Math.floor(prices.length / 2)] ?? null) : null;
}
