/** What is typed into the form of a deal, kept until it is sent or discarded. */
import { useEffect, useRef } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { formatAmount } from '#core/i18n/format.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Draft, keepDraft } from './use-own-deals.ts';

/** Restores what was typed before. */
export function RestoredDraft({ typed, onDiscard }: Pick<Draft, 'typed'> & { onDiscard: () => void }) {
  const t = useT();
  const { language } = t;
  const { form } = useFormContext();
  useEffect(() => {
    for (const [name, value] of Object.entries(typed)) {
      const isPrice = /price$/i.test(name) && typeof value === 'number';
      form.setValue(name, isPrice ? formatAmount(value, language) : (value ?? ''), { shouldDirty: true });
    }
  }, [form, typed, language]);
  useAnnounce(t('dealForm.draft.restored'));
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-raised p-4">
      <p className="text-sm font-semibold">{t('dealForm.draft.restored')}</p>
      <Button variant="secondary" onClick={onDiscard}>
        {t('dealForm.draft.discard')}
      </Button>
    </div>
  );
}

interface DraftProps {
  userId: string;
  draftName: string;
  draftKey: string;
}

/** Keeps what is typed, without what the form began with: that may be changed until the draft is restored. */
export function DraftKeeper({ userId, draftName, draftKey: key }: DraftProps) {
  const { form } = useFormContext();
  const values = useWatch({ control: form.control });
  const { dirtyFields } = useFormState({ control: form.control });
  const names = Object.keys(dirtyFields);
  const draft = JSON.stringify({ key, typed: Object.fromEntries(names.map((name) => [name, values[name] ?? null])) });
  const wasTyped = useRef(false);
  const isTyped = names.length > 0;
  useEffect(() => {
    if (isTyped || wasTyped.current) keepDraft(userId, draftName, isTyped ? JSON.parse(draft) : null);
    wasTyped.current = isTyped;
  }, [isTyped, userId, draftName, draft]);
  return null;
}
