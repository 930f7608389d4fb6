import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { urlOf } from '#core/contract/call.ts';
import { type OwnMessage, support } from '#core/contract/support.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { focusOn } from '#web/kit/access/focus.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { MissingPart } from '#web/ui/problem.tsx';

/** What somebody wrote before, with the answers. @param shownId - the one to begin with, open */
export function OwnMessages({ shownId, onLeave }: { shownId?: string | undefined; onLeave: () => void }) {
  const t = useT();
  const id = useId();
  const { data, error, refetch } = useQuery({
    queryKey: [urlOf(support.mine)],
    queryFn: () => api.call(support.mine),
    staleTime: 0,
  });
  if (error && !data) return <MissingPart what={t('help.mine.failed')} error={error} retry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="text-lg">
        {t('help.mine')}
      </h3>
      {data.map((message) => (
        <Message key={message.id} message={message} isShown={message.id === shownId} onLeave={onLeave} />
      ))}
    </section>
  );
}

interface MessageProps {
  message: OwnMessage;
  isShown: boolean;
  onLeave: () => void;
}

function Message({ message: its, isShown, onLeave }: MessageProps) {
  const t = useT();
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isShown || !box.current) return;
    box.current.open = true;
    const summary = box.current.querySelector('summary');
    if (summary) focusOn(summary);
  }, [isShown]);
  return (
    <Disclosure
      ref={box}
      look="field"
      summary={
        <span className="flex flex-wrap items-baseline gap-x-3 py-2">
          <span className="line-clamp-1 min-w-0 flex-[1_1_10rem] wrap-anywhere">{its.subject ?? its.message}</span>
          <span className={`text-xs ${its.repliedAt ? 'text-olive' : 'font-normal text-muted'}`}>
            {t(its.repliedAt ? 'help.mine.replied' : 'help.mine.waiting')}
          </span>
        </span>
      }
    >
      <p className="text-xs text-muted">{formatDateTime(its.createdAt, t.language)}</p>
      {its.orderId && (
        <Link to={`/orders/${its.orderId}`} onClick={onLeave} className="text-sm underline wrap-anywhere">
          {t('help.order')} {orderNumberOf({ id: its.orderId })}
        </Link>
      )}
      <p className="text-sm whitespace-pre-wrap wrap-anywhere">{its.message}</p>
      {its.adminReply !== null && its.repliedAt !== null && (
        <div className="rounded-2xl bg-raised p-3 text-sm">
          <p className="font-semibold">{t('help.mine.answer', { date: formatDateTime(its.repliedAt, t.language) })}</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{its.adminReply}</p>
        </div>
      )}
    </Disclosure>
  );
}
