/** As whom this device redeems vouchers, kept so that codes can be scanned without a connection. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isRefusal, urlOf } from '#core/contract/call.ts';
import { redeem } from '#core/contract/redeem.ts';
import { mayBeSignedIn, userQuery, useUser } from '#web/features/accounts/use-user.ts';
import { api } from '#web/kit/data/api.ts';
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';
import { cookie } from '#web/kit/preferences.ts';

export interface Redeemer {
  /** Account or till, by which codes waiting on the device are told apart. */
  key: string;
  as: 'owner' | 'till' | 'admin';
  salon: string | null;
  till: string | null;
}

const isRedeemer = (stored: unknown): stored is Redeemer =>
  typeof stored === 'object' && stored !== null && 'key' in stored && 'as' in stored;

const lastRedeemer = createStoredState<Redeemer | null>('redeemer', {
  none: null,
  read: (stored) => (isRedeemer(stored) ? stored : null),
  isPersonal: () => true,
});

export const redeemerQuery = queryOptions({
  queryKey: [urlOf(redeem.who)],
  queryFn: async ({ client }): Promise<Redeemer> => {
    try {
      const who = await api.call(redeem.who);
      const user = who.as === 'till' ? null : await client.ensureQueryData(userQuery);
      const redeemer = { ...who, key: user?.id ?? who.tillId ?? '' };
      lastRedeemer.set(redeemer);
      return redeemer;
    } catch (error) {
      if (isRefusal(error)) lastRedeemer.set(null);
      throw error;
    }
  },
  staleTime: 0,
});

/** Whether the device may be a till: a cookie beside the HttpOnly one. */
const mayBeTill = () => cookie('hasTill') !== null;

/** `redeemer` is the last one where the server cannot be asked; guests do not ask. */
export function useRedeemer() {
  const visitor = useUser();
  const isGuest = visitor.state === 'guest' && !mayBeTill();
  const { data, error, refetch } = useQuery({
    ...redeemerQuery,
    enabled: visitor.state !== 'asking' && (mayBeTill() || mayBeSignedIn()),
  });
  const last = useStoredState(lastRedeemer);
  const redeemer = isRefusal(error) ? null : (data ?? (error ? last : null));
  return { redeemer, isGuest, error, retry: () => void refetch() };
}
