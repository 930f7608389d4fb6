import { useT } from '../kit/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';

export function ErrorFallback({ retry }: { retry: () => void }) {
  const t = useT();
  return (
    <main
      role="alert"
      className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-6 text-center"
    >
      <span className="text-brand">
        <Mark size={56} />
      </span>
      <h1 className="text-2xl">{t('errorFallback.title')}</h1>
      <p className="text-quiet">{t('errorFallback.text')}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={retry}>{t('common.tryAgain')}</Button>
        <Button look="quiet" onClick={() => location.reload()}>
          {t('common.refreshPage')}
        </Button>
      </div>
    </main>
  );
}
