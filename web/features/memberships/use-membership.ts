/** The membership of a dealer, its changes, and the activation after a payment. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isRefusal, urlOf } from '#core/contract/call.ts';
import { memberships } from '#core/contract/memberships.ts';
import type { PlanId } from '#core/domain/memberships.ts';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { broadcast, onBroadcast } from '#web/kit/data/tabs.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { addressWith, useAddress, useParameter } from '#web/kit/router/address.ts';
import { useNavigate } from '#web/kit/router/location.tsx';
import { reasonOf, toast, toastFailure } from '#web/kit/toasts.ts';
import { closePaymentWindow, isPaymentWindow, openPaymentWindow, showPage } from './payment-window.ts';

/**
 * How often the membership is refetched while a payment is due, and at first, in ms: the provider reports what was done on
 * its page within seconds, which may be after the return from it.
 */
const POLL_MS = 5000;
const FIRST_FETCHES = 4;

const ownMembership = queryOptions({
  queryKey: [urlOf(memberships.own)],
  queryFn: () => api.call(memberships.own),
  // A payment or an administrator may have changed it.
  staleTime: 0,
  refetchInterval: ({ state: { data, dataUpdateCount } }) =>
    data?.status === 'past_due' || dataUpdateCount < FIRST_FETCHES ? POLL_MS : false,
});

/** Broadcast when a membership changed, and when it was activated. */
const NEWS = 'membership';
const ACTIVATED_NEWS = 'membershipActivated';

/** Whether this tab opened a page to subscribe and was not told of an activation yet. */
let isWaiting = false;

/** Refetched also after a change in another tab, and on return from the payment window. */
export function useMembership() {
  const t = useT();
  const queries = useQueryClient();
  const refetch = useEffectEvent(() => void queries.invalidateQueries(ownMembership));
  const onActivated = useEffectEvent(() => {
    refetch();
    if (!isWaiting) return;
    isWaiting = false;
    toast({ tone: 'done', title: t('membership.toast.activated') });
  });
  useEffect(() => {
    const stop = [onBroadcast(NEWS, () => refetch()), onBroadcast(ACTIVATED_NEWS, () => onActivated())];
    const onFocus = () => refetch();
    window.addEventListener('focus', onFocus);
    return () => {
      for (const each of stop) each();
      window.removeEventListener('focus', onFocus);
    };
  }, []);
  return useQuery(ownMembership);
}

/** Shows why a change failed and refetches: it may have happened nevertheless, or in another tab. */
function useFailure() {
  const t = useT();
  const queries = useQueryClient();
  return (title: string, error: Error) => {
    void queries.invalidateQueries(ownMembership);
    toastFailure(error, { t, title, text: reasonOf(error, t) });
  };
}

const failures = {
  cancel: 'membership.toast.cancellationFailed',
  reactivate: 'membership.toast.reactivationFailed',
} as const;

export function useChange(what: 'cancel' | 'reactivate', onSettled = () => {}) {
  const t = useT();
  const queries = useQueryClient();
  const fail = useFailure();
  return useMutation({
    mutationFn: () => api.call(memberships[what]),
    onSuccess: ({ message, membership }) => {
      queries.setQueryData(ownMembership.queryKey, membership);
      broadcast(NEWS);
      toast({ tone: 'done', title: message });
    },
    onError: (error) => fail(t(failures[what]), error),
    onSettled,
  });
}

/** Subscribes to a plan, or opens the page where the card is changed (`card`). The payment window is opened in the click. */
export function usePayment() {
  const t = useT();
  const queries = useQueryClient();
  const offline = useOffline();
  const fail = useFailure();
  const payment = useMutation({
    mutationFn: async ({ what }: { what: PlanId | 'card'; popup: Window | null }) => {
      if (what === 'card') return (await api.call(memberships.portal)).url;
      const answer = await api.call(memberships.subscribe, { body: { planId: what } });
      return 'checkoutUrl' in answer ? answer.checkoutUrl : null;
    },
    onSuccess: (url, { what, popup }) => {
      isWaiting = url !== null && what !== 'card';
      if (url !== null) return showPage(url, popup, t);
      popup?.close();
      void queries.invalidateQueries(ownMembership);
      broadcast(NEWS);
      toast({ tone: 'done', title: t('membership.toast.subscriptionUpdated') });
    },
    onError: (error, { what, popup }) => {
      popup?.close();
      fail(t(what === 'card' ? 'membership.toast.paymentError' : 'membership.toast.subscriptionFailed'), error);
    },
  });
  return {
    /** What is under way; null otherwise. */
    pending: payment.isPending ? payment.variables.what : null,
    /** `atOnce`: no payment page is expected, because the card is known; called when it is over. */
    begin(what: PlanId | 'card', { atOnce }: { atOnce?: () => void } = {}) {
      if (payment.isPending) return;
      if (offline) return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });
      payment.mutate({ what, popup: atOnce ? null : openPaymentWindow(t) }, { onSettled: () => atOnce?.() });
    },
  };
}

/** The provider may report a payment a moment after the return from it. */
const MAX_RETRIES = 2;
const RETRY_MS = 2000;

/** Activates what was paid, on return from the payment page. A payment window closes; the window that opened it says so. */
export function useActivation() {
  const t = useT();
  const address = useAddress();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const hasReturned = useParameter('membership') !== null;
  const isBegun = useRef(false);
  const cleanAddress = () => void navigate(addressWith(address, { membership: null }), { replace: true });
  const activation = useMutation({
    mutationFn: () => api.call(memberships.activate),
    retry: (count, error) =>
      count < MAX_RETRIES && (codeOfRefusal(error) === 'memberships.notPaid' || !isRefusal(error)),
    retryDelay: RETRY_MS,
    onSuccess: ({ membership }) => {
      queries.setQueryData(ownMembership.queryKey, membership);
      broadcast(ACTIVATED_NEWS);
      toast({ tone: 'done', title: t('membership.toast.activated') });
      cleanAddress();
      if (isPaymentWindow()) closePaymentWindow();
    },
    // Said once, not again at each reload.
    onError: (error) => {
      if (codeOfRefusal(error) === 'memberships.notPaid') cleanAddress();
    },
  });
  const begin = useEffectEvent(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    if (hasReturned) activation.mutate();
    else if (isPaymentWindow()) {
      broadcast(NEWS);
      closePaymentWindow();
    }
  });
  useEffect(() => begin(), []);
  return {
    isPending: activation.isPending || (hasReturned && activation.isIdle),
    error: activation.error,
    retry: () => activation.mutate(),
  };
}
