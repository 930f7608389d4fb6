import { useEffect, useState } from 'react';
import { Redeem } from '#web/features/redeem/redeem.tsx';
import { linkedCode } from '#web/features/redeem/use-redemption.ts';
import { hasConnection } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useParameter } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { isCspSourceAllowed } from '#web/kit/router/page-state.ts';

/** The counter of a salon: vouchers are scanned or typed, and redeemed. */
export function Page() {
  const t = useT();
  const code = useParameter('code');
  useHead({ title: `${t('redeem.title')} | ${t('app.name')}` });
  // The permission to use the camera comes with a document: a sign-in, for example, leads here without one.
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!isCspSourceAllowed('camera') && hasConnection()) location.reload();
    else setReady(true);
  }, []);
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-5">
      <h1 className="text-3xl">{t('redeem.title')}</h1>
      <p className="text-muted">{t('redeem.lead')}</p>
      {isReady && <LinkedCode key={code} code={code} />}
    </div>
  );
}

/** Takes the code out of the address and the history, before it is looked up. */
function LinkedCode({ code }: { code: string | null }) {
  useEffect(() => {
    if (!code) return;
    linkedCode.set(code);
    history.replaceState(history.state, '', location.pathname);
  }, [code]);
  return <Redeem />;
}
