import { useT } from '#web/kit/i18n.tsx';

/** Said where nothing else would be, to who has switched scripts off; buttons that need them are not shown then. */
export function NeedsScripts({ text }: { text?: string }) {
  const t = useT();
  return (
    <noscript>
      <p className="rounded-2xl bg-raised p-4">{text ?? t('common.needsScripts')}</p>
    </noscript>
  );
}
