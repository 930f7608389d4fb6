import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Notification, notifications } from '#core/contract/notifications.ts';
import { dayInTirane, partsInTirane } from '#core/domain/calendar-day.ts';
import { dayBefore } from '#core/domain/day-before.ts';
import type { NotificationKind } from '#core/domain/notifications.ts';
import { formatDate } from '#core/i18n/dates.ts';
import type { Translate } from '#core/i18n/t.ts';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { api } from '#web/kit/data/api.ts';
import { useMinute } from '#web/kit/data/clock.ts';
import { pagesQuery } from '#web/kit/data/queries.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Bell, Check, Hourglass, type Icon, ShoppingBag, Sparkles, Star, Tag } from '#web/ui/icons.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { CreditCard, EyeOff, MessageCircle, Store } from '#web/ui/more-icons.ts';
import { PagedList } from '#web/ui/paged-list.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { useMarkRead, useUnread } from './use-unread.ts';

export function NotificationList({ onClose }: { onClose: () => void }) {
  const t = useT();
  const visitor = useUser();
  if (visitor.state === 'user') return <OwnList key={visitor.user.id} onClose={onClose} />;
  if (visitor.state === 'guest') return <GuestNote onClose={onClose} />;
  return visitor.state === 'asking' ? (
    <Skeletons count={3} className="h-24" />
  ) : (
    <Problem text={t('notifications.failed')} retry={visitor.retry} />
  );
}

/** Opening it marks all as read; what was unread stays marked until it is closed. */
function OwnList({ onClose }: { onClose: () => void }) {
  const t = useT();
  const now = useMinute();
  const [unread] = useState(useUnread());
  const list = useInfiniteQuery({
    ...pagesQuery(api, notifications.mine),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  // Further pages come after all was marked.
  const first = list.data?.pages[0]?.items.length ?? 0;
  const isUnread = new Map(all.map(({ id, isRead }, at) => [id, !isRead || (at >= first && at < unread)]));
  const markRead = useMarkRead();
  const isShown = list.data !== undefined;
  const read = useEffectEvent(() => {
    const [newest] = all;
    if (newest && (all.some(({ isRead }) => !isRead) || unread > 0)) void markRead(newest.id);
  });
  useEffect(() => {
    if (isShown) read();
  }, [isShown]);
  const days = all.map(({ createdAt }) => dayOf(createdAt, now));
  const heads = new Map(all.flatMap(({ id }, index) => (days[index] === days[index - 1] ? [] : [[id, days[index]]])));
  return (
    <PagedList
      list={list}
      waiting={<Skeletons count={3} className="h-24" />}
      failed={t('notifications.failed')}
      empty={<Empty onClose={onClose} />}
      more={t('notifications.more')}
      grid="flex flex-col gap-2"
    >
      {(its) => (
        <Entry
          key={its.id}
          its={its}
          isUnread={isUnread.get(its.id) ?? false}
          now={now}
          onOpen={onClose}
          day={heads.get(its.id)}
        />
      )}
    </PagedList>
  );
}

type Day = 'notifications.today' | 'notifications.yesterday' | 'notifications.earlier';

function dayOf(createdAt: string, now: number): Day {
  const day = dayInTirane(Date.parse(createdAt));
  if (day >= dayInTirane(now)) return 'notifications.today';
  return day === dayBefore(now, 1) ? 'notifications.yesterday' : 'notifications.earlier';
}

function timeOf(createdAt: string, now: number, t: Translate): string {
  const day = dayOf(createdAt, now);
  if (day === 'notifications.earlier') return formatDate(createdAt, t.language);
  const at = Date.parse(createdAt);
  const { hour, minute } = partsInTirane(at);
  if (day === 'notifications.yesterday') return `${hour}:${minute}`;
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return t('notifications.now');
  return minutes < 60
    ? t.count('notifications.minutes', minutes)
    : t.count('notifications.hours', Math.floor(minutes / 60));
}

const icons: Record<NotificationKind, Icon> = {
  newDeals: Sparkles,
  dealEnding: Hourglass,
  priceDrop: Tag,
  membershipEnding: CreditCard,
  membershipPastDue: CreditCard,
  membershipEnded: CreditCard,
  membershipReceipt: CreditCard,
  requestApproved: Check,
  requestRejected: Store,
  requestRevoked: Store,
  orderPlaced: ShoppingBag,
  orderReceived: ShoppingBag,
  unitCanceled: ShoppingBag,
  unitRefunded: CreditCard,
  refundStarted: CreditCard,
  refundDone: CreditCard,
  refundFailed: CreditCard,
  unitDeclined: ShoppingBag,
  claimOpened: MessageCircle,
  claimAnswered: MessageCircle,
  claimDecided: MessageCircle,
  reviewAsked: Star,
  reviewReceived: Star,
  reviewReplied: MessageCircle,
  reviewDecided: Star,
  voucherReminder: Hourglass,
  dealHidden: EyeOff,
  dealReviewed: EyeOff,
  voucherRedeemed: Check,
  supportReplied: MessageCircle,
  appUpdate: Sparkles,
};

interface EntryProps {
  its: Notification;
  isUnread: boolean;
  now: number;
  /** Heading above the first of each day. */
  day: Day | undefined;
  onOpen: () => void;
}

function Entry({ its: { kind, title, text, path, createdAt }, isUnread, now, day, onOpen }: EntryProps) {
  const t = useT();
  const Icon = icons[kind];
  return (
    <article className="flex flex-col gap-2">
      {day && <h3 className="pt-2 text-sm font-semibold text-muted">{t(day)}</h3>}
      <Link
        to={path}
        onClick={onOpen}
        className={`flex gap-3 rounded-card p-4 shadow-card ${isUnread ? 'bg-raised' : 'bg-surface'} hover:bg-raised`}
      >
        <Icon size={22} className="mt-0.5 shrink-0 text-brand" />
        <span className="flex min-w-0 flex-1 flex-col gap-1 wrap-anywhere">
          <span className="flex items-start gap-2">
            <span className={`min-w-0 flex-1 ${isUnread ? 'font-bold' : 'font-semibold'}`}>{title}</span>
            {isUnread && (
              <span className="mt-2 size-2 shrink-0 rounded-full bg-brand">
                <span className="sr-only">{t('notifications.unread')}</span>
              </span>
            )}
          </span>
          {/* Answers and announcements stand nowhere else on the site. */}
          <span
            className={`text-sm ${kind === 'supportReplied' || kind === 'appUpdate' ? 'whitespace-pre-line' : 'line-clamp-4'}`}
          >
            {text}
          </span>
          <time dateTime={createdAt} className="text-xs text-muted">
            {timeOf(createdAt, now, t)}
          </time>
        </span>
      </Link>
    </article>
  );
}

function Empty({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center">
      <Bell size={36} className="text-brand" />
      <h3 className="text-lg">{t('notifications.empty.title')}</h3>
      <p className="max-w-sm text-muted">{t('notifications.empty.text')}</p>
      <ButtonLink variant="secondary" to="/" onClick={onClose} className="mt-2">
        {t('favorites.empty.action')}
      </ButtonLink>
    </div>
  );
}

const promises = [
  { key: 'notifications.guest.deals', Icon: Sparkles },
  { key: 'notifications.guest.saved', Icon: Tag },
  { key: 'notifications.guest.orders', Icon: ShoppingBag },
] as const;

function GuestNote({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-4 py-2">
      <h3 className="text-lg">{t('notifications.guest.title')}</h3>
      <p className="text-muted">{t('notifications.guest.lead')}</p>
      <ul className="flex flex-col gap-3">
        {promises.map(({ key, Icon }) => (
          <li key={key} className="flex gap-3">
            <Icon size={20} className="mt-0.5 shrink-0 text-brand" />
            <span className="min-w-0">{t(key)}</span>
          </li>
        ))}
      </ul>
      <ButtonLink size="large" to={signInAddress(location.pathname + location.search)} onClick={onClose}>
        {t('login.action')}
      </ButtonLink>
    </div>
  );
}
