import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { isRefusal, urlOf } from '#core/contract/call.ts';
import { type ClosurePreview, closingForm, privacy, REVIEWS_AFTER_CLOSING } from '#core/contract/privacy.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { useBecome } from '#web/features/accounts/become.ts';
import { OwnerField } from '#web/features/accounts/require-user.tsx';
import { expectSessionEnd } from '#web/features/accounts/session-end.ts';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useNavigate } from '#web/kit/router/location.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Checkbox, RadioField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { DownloadButton } from './download-button.tsx';

/** Always refetched: there may be new orders. */
const standingQuery = queryOptions({
  queryKey: [urlOf(privacy.closurePreview)],
  queryFn: () => api.call(privacy.closurePreview),
  staleTime: 0,
  gcTime: 0,
});

/** Lists what is deleted and what is kept before it asks for the password. */
export function ClosingForm({ user }: { user: User }) {
  const t = useT();
  const { data, error, refetch } = useQuery(standingQuery);
  if (!data)
    return error ? (
      <MissingPart what={t('closing.notFetched')} error={error} retry={() => void refetch()} />
    ) : (
      <Skeletons count={1} className="h-56" />
    );
  if (data.isLastAdmin) return <p className="rounded-2xl bg-alert-soft p-4">{t('closing.lastAdmin')}</p>;
  return <Asking closurePreview={data} user={user} />;
}

/** What is lost with the account. */
function lossesOf({ paidOrders, owedOrders, membershipUntil }: ClosurePreview, t: ReturnType<typeof useT>): string[] {
  return [
    ...(paidOrders > 0 ? [t.count('closing.paid', paidOrders)] : []),
    ...(owedOrders > 0 ? [t.count('closing.owed', owedOrders)] : []),
    ...(membershipUntil ? [t('closing.membership', { date: formatDate(membershipUntil, t.language) })] : []),
  ];
}

/** Closes the account; if the user is signed out after a lost response, it was closed. */
function useClosing() {
  const isLost = useRef(false);
  useEffect(() => () => expectSessionEnd(false), []);
  return async (send: () => Promise<unknown>): Promise<void> => {
    try {
      await send();
    } catch (error) {
      if (isLost.current && codeOfRefusal(error) === 'access.notAuthenticated') return;
      isLost.current = !isRefusal(error);
      expectSessionEnd(isLost.current);
      throw error;
    }
  };
}

function Asking({ closurePreview, user }: { closurePreview: ClosurePreview; user: User }) {
  const t = useT();
  const navigate = useNavigate();
  const become = useBecome();
  const { openOrders } = closurePreview;
  const close = useClosing();
  const losses = lossesOf(closurePreview, t);
  const submission = useSubmit({
    shape: closingForm({ hasPassword: user.hasPassword, losesSome: losses.length > 0 }),
    start: {
      ...(closurePreview.paidOrders > 0 && { refund: true }),
      ...(closurePreview.reviews && { reviews: 'keep' }),
    },
    send: (body) => close(() => api.call(privacy.close, { body })),
    onDone: () => {
      become(null);
      toast({ tone: 'done', title: t('closing.done'), text: t('closing.done.text') });
      void navigate('/', { replace: true });
    },
    leaves: true,
    failed: t('closing.failed'),
    unknown: t('closing.unknown'),
  });
  const gone = ['closing.gone.account', 'closing.gone.things', 'closing.gone.messages'] as const;
  return (
    <Form isTold submission={submission} action={t('closing.action')} pending={t('closing.pending')} variant="danger">
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {gone.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
        {openOrders > 0 && <li>{t.count('closing.open', openOrders)}</li>}
        <li>{t('closing.books')}</li>
      </ul>
      <p className="font-semibold">{t('closing.final')}</p>
      <div className="flex flex-col items-start gap-2">
        <p>{t('closing.download')}</p>
        <DownloadButton />
      </div>
      {losses.length > 0 && (
        <div className="flex flex-col gap-2 rounded-2xl bg-alert-soft p-4">
          {losses.map((loss) => (
            <p key={loss}>{loss}</p>
          ))}
          {closurePreview.paidOrders > 0 && <Checkbox name="refund" label={t('closing.refund')} />}
          <Checkbox name="givesUp" label={t('closing.givesUp')} />
        </div>
      )}
      {closurePreview.reviews ? (
        <RadioField
          name="reviews"
          label={t('closing.reviews')}
          options={REVIEWS_AFTER_CLOSING.map((value) => ({ value, text: t(`closing.reviews.${value}`) }))}
        />
      ) : null}
      <OwnerField user={user} />
      {!user.hasPassword && <p className="text-sm text-muted">{t('closing.noPassword')}</p>}
    </Form>
  );
}
