import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { type AdminCategory, adminCategories, CategoryInput } from '#core/contract/admin/categories.ts';
import { CATEGORY_COLORS, CATEGORY_ICONS } from '#core/domain/categories.ts';
import { CategoryIcon, tintOf } from '#web/features/deals/category-icon.tsx';
import { MediaField } from '#web/features/media/media-field.tsx';
import { useAdminImage } from '#web/features/media/use-admin-image.ts';
import { api } from '#web/kit/data/api.ts';
import { useFormContext, useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Checkbox, SelectField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';

/** The form of a new category, or of an existing one. */
export function CategoryForm({ edited, onDone }: { edited: AdminCategory | null; onDone: () => void }) {
  const t = useT();
  const failed = t(edited ? 'adminCategories.saveFailed' : 'adminCategories.createFailed');
  const submission = useSubmit({
    shape: CategoryInput,
    start: edited ?? { isActive: true },
    send: (values, changes) =>
      edited
        ? api.call(adminCategories.update, { params: { id: edited.id }, body: changes })
        : api.call(adminCategories.create, { body: values }),
    onDone: () => {
      toast({ tone: 'done', title: t(edited ? 'adminCategories.saved' : 'adminCategories.created') });
      onDone();
    },
    leaves: true,
    failed,
    failedTitle: failed,
    blames: { 'categories.slugTaken': { slug: 'invalid' } },
  });
  const { form } = submission;
  const upload = useAdminImage((url) => form.setValue('imageUrl', url, { shouldDirty: true, shouldValidate: true }));
  return (
    <Form
      submission={submission}
      action={t(edited ? 'adminCategories.save' : 'adminCategories.add')}
      pending={t('adminCategories.saving')}
      hasCancel
    >
      <TextField name="name" label={t('adminCategories.name')} autoComplete="off" lang="sq" />
      <TextField name="nameEn" label={t('adminCategories.nameEn')} autoComplete="off" lang="en" />
      <TextField
        name="slug"
        label={t('adminCategories.slug')}
        hint={t('adminCategories.slug.hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={edited !== null && edited.usedBy > 0}
        className="read-only:bg-raised"
      />
      {!edited && <SlugOfName />}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="icon"
          label={t('adminCategories.icon')}
          none={t('adminCategories.none')}
          options={CATEGORY_ICONS.map((value) => ({ value, text: t(`adminCategories.icon.${value}`) }))}
        />
        <SelectField
          name="color"
          label={t('adminCategories.color')}
          none={t('adminCategories.none')}
          options={CATEGORY_COLORS.map((value) => ({ value, text: t(`adminCategories.color.${value}`) }))}
        />
      </div>
      <Look />
      <MediaField name="imageUrl" upload={upload} hasUrl />
      <Checkbox name="isActive" label={t('adminCategories.active')} />
    </Form>
  );
}

/** Proposes a slug as long as none was typed. */
function SlugOfName() {
  const { form } = useFormContext();
  const { control } = form;
  const name: unknown = useWatch({ control, name: 'name' });
  const { dirtyFields } = useFormState({ control });
  const isTyped = Boolean(dirtyFields.slug);
  useEffect(() => {
    if (isTyped || typeof name !== 'string') return;
    const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 40);
    form.setValue('slug', slug.replace(/^-+|-+$/g, ''));
  }, [form, name, isTyped]);
  return null;
}

/** The category as a chip. */
function Look() {
  const { form } = useFormContext();
  const [name, slug, icon, color] = useWatch({ control: form.control, name: ['name', 'slug', 'icon', 'color'] });
  if (!name) return null;
  return (
    <span
      aria-hidden="true"
      className={`inline-flex min-h-11 w-fit items-center gap-2 rounded-full px-4 text-sm font-semibold ${tintOf(slug ?? '', color)}`}
    >
      <CategoryIcon slug={slug ?? ''} icon={icon} size={17} /> {name}
    </span>
  );
}
