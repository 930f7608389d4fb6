import { useT } from '#web/kit/i18n/i18n.tsx';

/** An iPad says that it is a Mac, with a touch screen. */
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
/** Browsers inside other apps cannot install anything. */
const isInsideApp = () => /FBAN|FBAV|Instagram|Line\/|TikTok/.test(navigator.userAgent);

/** How to install where the browser has no prompt. */
export function InstallInstructions() {
  const t = useT();
  return (
    <div className="flex flex-col gap-4 pb-2">
      <p className="text-muted">{t('install.benefit')}</p>
      {isInsideApp() && <p>{t('install.openBrowser')}</p>}
      {!isInsideApp() && isApple() && (
        <ol className="flex list-decimal flex-col gap-3 pl-6 marker:font-semibold marker:text-brand">
          {(['install.ios.step1', 'install.ios.step2', 'install.ios.step3'] as const).map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      )}
      {!isInsideApp() && !isApple() && <p>{t('install.android.hint')}</p>}
    </div>
  );
}
