import { useT } from '#web/kit/i18n.tsx';

/** Said where nothing else would be, to who has switched scripts off; what follows and is `needs-scripts` gives way to it. */
export function NeedsScripts({ text }: { text?: string }) {
  const t = useT();
  return (
    <noscript>
      <p className="rounded-2xl bg-raised p-4">{text ?? t('common.needsScripts')}</p>
    </noscript>
  );
}
