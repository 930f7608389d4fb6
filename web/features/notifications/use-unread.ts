/** The number of unread notifications: on the bell, in the profile menu and on the icon of the installed app. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { urlOf } from '#core/contract/call.ts';
import { notifications } from '#core/contract/notifications.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { api } from '#web/kit/data/api.ts';
import { broadcast, NOTIFICATIONS_CHANGED, onBroadcast } from '#web/kit/data/tabs.ts';

const unreadQuery = queryOptions({
  queryKey: [urlOf(notifications.unread)],
  queryFn: async () => (await api.call(notifications.unread)).count,
  refetchOnWindowFocus: true,
});

/** 0 while unknown. */
export function useUnread(): number {
  const { state } = useUser();
  const { data = 0 } = useQuery({ ...unreadQuery, enabled: state === 'user' });
  return state === 'user' ? data : 0;
}

/** For the header, which loads it once somebody is signed in: tells the number, also to the icon of the app. */
export function useUnreadCount(onChange: (count: number) => void): void {
  const queries = useQueryClient();
  const { data } = useQuery(unreadQuery);
  useEffect(() => onBroadcast(NOTIFICATIONS_CHANGED, () => void queries.invalidateQueries(unreadQuery)), [queries]);
  const tell = useEffectEvent((count: number) => {
    onChange(count);
    // Missing in some browsers, refused where the app is not installed.
    if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => {});
  });
  useEffect(() => {
    if (data !== undefined) tell(data);
  }, [data]);
  // Signed out.
  useEffect(() => () => tell(0), []);
}

/** Marks what is listed as read; if that fails it is unread the next time. */
export function useMarkRead(): (newestId: string) => Promise<void> {
  const queries = useQueryClient();
  return async (newestId) => {
    try {
      await api.call(notifications.markRead, { body: { newestId } });
    } catch {
      return;
    }
    await queries.cancelQueries(unreadQuery);
    // Others may have come meanwhile.
    await queries.invalidateQueries(unreadQuery);
    broadcast(NOTIFICATIONS_CHANGED);
  };
}
