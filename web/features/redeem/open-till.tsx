import { useMutation } from '@tanstack/react-query';
import { isRefusal } from '#core/contract/call.ts';
import { tills } from '#core/contract/tills.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Store } from '#web/ui/more-icons.ts';
import { EmptyState, NoScriptNotice } from '#web/ui/problem.tsx';

/** Makes this device a till, once its button is pressed. */
export function OpenTill({ token }: { token: string | null }) {
  const t = useT();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.call(tills.open, { body: { token: token ?? '' } }),
    // A document, with the permission to use the camera.
    onSuccess: () => location.replace('/redeem'),
  });
  const isOver = !token || codeOfRefusal(error) === 'tills.linkOver';
  const failure = error && !isOver ? (isRefusal(error) ? reasonOf(error, t) : t('till.failed')) : null;
  useAnnounce(failure);
  if (isOver) return <EmptyState level="h1" art="no-results" title={t('till.over')} text={t('till.over.text')} />;
  return (
    <section className="flex flex-col items-start gap-4 rounded-card bg-surface p-5 shadow-card sm:p-7">
      <span className="grid size-16 place-items-center rounded-2xl bg-raised text-brand">
        <Store size={32} />
      </span>
      <h1 className="text-3xl">{t('till.title')}</h1>
      <p>{t('till.lead')}</p>
      <p className="text-sm text-muted">{t('till.once')}</p>
      {failure && <p className="rounded-2xl bg-alert-soft p-4 text-sm font-semibold text-alert">{failure}</p>}
      <NoScriptNotice />
      <Button size="large" className="self-stretch" isPending={isPending || isSuccess} onClick={() => mutate()}>
        {t(isPending || isSuccess ? 'till.opening' : 'till.open')}
      </Button>
    </section>
  );
}
