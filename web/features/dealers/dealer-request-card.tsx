import { useEffect, useRef, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { OwnDealerRequest } from '#core/contract/dealers.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { announce, joinSentences } from '#web/kit/access/announce.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { useScrollTo } from './apply-link.tsx';
import { DealerSkeleton } from './dealer-skeleton.tsx';
import { draftOf, keepDraft, useDealerRequest, useShowRequest } from './use-dealer-request.ts';

const RequestForm = lazyForm(async () => (await import('./dealer-request-form.tsx')).DealerRequestForm, ['dealers']);

/** For users who may not post deals: how far their request is, or the button to make one. */
export function DealerRequestCard({ user }: { user: User }) {
  const t = useT();
  const { data: request, error, refetch } = useDealerRequest(user);
  const status = user.canPostDeals ? 'approved' : request?.status;
  useAnnounceDecision(status);
  useScrollTo('apply', request !== undefined);
  if (request === undefined)
    return error ? (
      <MissingPart what={t('dealerRequest.notFetched')} error={error} retry={() => void refetch()} />
    ) : (
      <DealerSkeleton />
    );
  return (
    <CardSection id="apply" title={t(status ? 'dealerRequest.status' : 'dealerRequest.heading')}>
      {status ? (
        <Status status={status} request={request} />
      ) : (
        <p>
          {t('dealerRequest.lead')}{' '}
          <Link to="/for-salons" className="inline-block py-2 font-semibold text-brand underline">
            {t('dealerRequest.more')}
          </Link>
        </p>
      )}
      {status === 'approved' && (
        <Button className="self-start" onClick={() => location.reload()}>
          {t('common.refreshPage')}
        </Button>
      )}
      {(!status || status === 'rejected') && <RequestButton user={user} before={request} />}
    </CardSection>
  );
}

type Status = OwnDealerRequest['status'];

/** Announces a decision that was made while the page was open. */
function useAnnounceDecision(status: Status | undefined): void {
  const t = useT();
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'pending' && status && status !== 'pending')
      announce(joinSentences(t('dealerRequest.status'), t(`dealerRequest.status.${status}`)));
    before.current = status;
  }, [status, t]);
}

const statusClasses = {
  pending: 'bg-orange-soft text-orange-ink',
  approved: 'bg-olive text-on-olive',
  rejected: 'bg-alert-soft text-alert',
} as const;

const toPrepare = [
  'dealerRequest.prepare.photos',
  'dealerRequest.prepare.prices',
  'dealerRequest.prepare.hours',
  'dealerRequest.prepare.nipt',
] as const;

function Status({ status, request }: { status: Status; request: OwnDealerRequest | null }) {
  const t = useT();
  const on = (instant: string) => ({ date: formatDate(instant, t.language) });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className={`rounded-full px-3 py-1 text-sm font-semibold ${statusClasses[status]}`}>
          {t(`dealerRequest.status.${status}`)}
        </span>
        {request && (
          <p className="text-sm text-muted">
            {t('dealerRequest.requestedOn', on(request.requestedAt))}
            {request.reviewedAt && (
              <span className="block">{t('dealerRequest.reviewedOn', on(request.reviewedAt))}</span>
            )}
          </p>
        )}
      </div>
      {request?.notes && (
        <div className="rounded-2xl bg-raised p-4">
          <h3 className="font-sans text-sm font-semibold tracking-normal">{t('dealerRequest.adminNotes')}</h3>
          <p className="whitespace-pre-line wrap-anywhere">{request.notes}</p>
        </div>
      )}
      {status !== 'rejected' && <p>{t(`dealerRequest.${status}Hint`)}</p>}
      {status === 'pending' && (
        <div className="rounded-2xl bg-raised p-4">
          <h3 className="font-sans text-sm font-semibold tracking-normal">{t('dealerRequest.prepare')}</h3>
          <ul className="list-disc pl-5">
            {toPrepare.map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Opens by itself for who left the form against their will, or came to make their first request. */
function RequestButton({ user, before }: { user: User; before: OwnDealerRequest | null }) {
  const t = useT();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const isAsked = hash === '#apply' && before === null;
  const [isOpen, setOpen] = useState(() => draftOf(user.id) !== null || isAsked);
  const show = useShowRequest();
  // Closed before the request is shown, which removes this button: so focus goes on from here.
  const close = (request: OwnDealerRequest | null) => {
    keepDraft(null);
    setOpen(false);
    // Or it would open again after Back or a reload.
    if (isAsked) void navigate(pathname, { replace: true });
    show(request);
  };
  return (
    <>
      <Button variant="secondary" className="self-start" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('dealerRequest.button')}
      </Button>
      {isOpen && (
        <FormDialog title={t('dealerRequest.title')} onClose={() => close(null)}>
          <RequestForm user={user} before={before} onDone={close} />
        </FormDialog>
      )}
    </>
  );
}
