import { useT } from '#web/kit/i18n.tsx';

/** Said where nothing else would be, to who has switched scripts off. */
export function NeedsScripts() {
  const t = useT();
  return (
    <noscript>
      <p className="rounded-2xl bg-raised p-4">{t('common.needsScripts')}</p>
    </noscript>
  );
}
