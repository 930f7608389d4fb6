import { OpenTill } from '#web/features/redeem/open-till.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useParameter } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';

/** Opened by the link of a till. Only its button uses the link up: previews of it open nothing. */
export function Page() {
  const t = useT();
  const token = useParameter('token');
  useHead({ title: `${t('till.title')} | ${t('app.name')}` });
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      <OpenTill token={token} />
    </div>
  );
}
