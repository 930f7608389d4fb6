import { useHiddenToken } from '#web/features/accounts/mailed-links.tsx';
import { UnsubscribeForm } from '#web/features/notifications/unsubscribe-form.tsx';
import { useStep } from '#web/kit/access/focus.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useParameter } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { BackLink } from '#web/shell/back-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** Opened from an email, without sign-in. The token names the account; the page does not. */
export function Page() {
  const t = useT();
  const token = useParameter('token');
  const isDone = useParameter('said') === 'done';
  useHiddenToken(token);
  useStep(String(isDone));
  const title = t(isDone ? 'unsubscribe.done.title' : 'unsubscribe.title');
  useHead({ title: `${title} | ${t('app.name')}` });
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      <BackLink aim="/" />
      <h1 className="text-3xl">{title}</h1>
      {token && !isDone ? (
        <UnsubscribeForm token={token} />
      ) : (
        <>
          <p>{t(isDone ? 'unsubscribe.done' : 'unsubscribe.none')}</p>
          <ButtonLink variant="secondary" to="/settings">
            {t('unsubscribe.settings')}
          </ButtonLink>
        </>
      )}
    </div>
  );
}
