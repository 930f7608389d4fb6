import { VerificationForm } from '../features/accounts/mailed-link-forms.tsx';
import { useHiddenToken } from '../features/accounts/use-mailed-links.ts';
import { useParameter } from '../kit/address.ts';
import { useStep } from '../kit/focus.ts';
import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { BackLink } from './back-link.tsx';

export function Page() {
  const t = useT();
  const token = useParameter('token');
  const isDone = useParameter('said') === 'confirmed';
  useHiddenToken(token);
  useStep(`${isDone}`);
  const title = t(isDone ? 'verify.done.title' : 'verify.title');
  useHead({ title: `${title} | ${t('app.name')}` });
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      <BackLink aim="/" />
      <h1 className="text-3xl">{title}</h1>
      {isDone && (
        <>
          <p>{t('verify.done')}</p>
          <ButtonLink size="large" to="/">
            {t('favorites.empty.action')}
          </ButtonLink>
        </>
      )}
      {!isDone && (token ? <VerificationForm token={token} /> : <p>{t('verify.none')}</p>)}
      {!isDone && (
        <ButtonLink look={token ? 'plain' : 'quiet'} to="/profile">
          {t(token ? 'reset.again' : 'verify.toProfile')}
        </ButtonLink>
      )}
    </div>
  );
}
