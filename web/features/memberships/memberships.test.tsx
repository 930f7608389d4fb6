import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import type { Membership } from '#core/contract/memberships.ts';
import { show, t } from '#test/dom.tsx';
import { type Answer, after, ana, type FakeServer, fakeServer, noAnswer, refuse } from '#test/fake-server.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { useToast } from '#web/kit/toasts.ts';
import { MembershipPanel } from './membership-panel.tsx';

const OWN = 'GET /api/membership';
const SUBSCRIBE = 'POST /api/membership/subscribe';
const ACTIVATE = 'POST /api/membership/activate';
const CANCEL = 'POST /api/membership/cancel';
const PAGE = 'https://pay.example/session';

const silver: Membership = {
  id: ana.id,
  userId: ana.id,
  plan: 'silver',
  status: 'active',
  postsUsed: 8,
  postsLimit: 10,
  stripeSubscriptionId: 'sub_1',
  currentPeriodStart: '2026-03-01T10:00:00Z',
  currentPeriodEnd: '2026-04-01T10:00:00Z',
  createdAt: '2026-03-01T10:00:00Z',
  updatedAt: '2026-03-01T10:00:00Z',
  paymentOverrideBy: null,
  statusInfo: { status: 'active', message: 'Abonimi juaj është aktiv' },
  kind: 'card',
  isGift: false,
  isLive: true,
  postsRemaining: 2,
  daysLeft: 20,
  postingEndsAt: '2026-04-04T10:00:00Z',
  isRenewing: true,
  canCancel: true,
  planAfterCancel: null,
  canReactivate: false,
  canUpdateCard: true,
  canContinue: false,
};
const gift: Membership = {
  ...silver,
  plan: 'gold',
  postsLimit: -1,
  postsRemaining: null,
  ...{ kind: 'gift', isGift: true, isRenewing: false, canContinue: true },
  ...{ stripeSubscriptionId: null, canCancel: false, canUpdateCard: false },
};
const canceling: Membership = {
  ...silver,
  ...{ status: 'canceling', isRenewing: false, canCancel: false, canReactivate: true },
};

function Outside() {
  const message = useToast();
  const { pathname, search } = useLocation();
  return (
    <>
      <p data-testid="toast">{[message?.title, message?.text].filter(Boolean).join(': ')}</p>
      <p data-testid="address">{pathname + search}</p>
    </>
  );
}

interface Visit {
  at?: string;
  answers?: Record<string, Answer>;
}

/** The panel of somebody with this membership, expanded. */
async function visit(own: Membership | null, { at = '/profile', answers = {} }: Visit = {}) {
  const server = fakeServer({ [OWN]: () => own, ...answers });
  show(
    <>
      <MembershipPanel />
      <Outside />
    </>,
    { at },
  );
  if (at === '/profile') await expand();
  return server;
}

/** The summary of the panel and whether it is open. */
const panel = async () => {
  const title = await screen.findByRole('heading', { name: new RegExp(`^${t('membership.title')}`) });
  const details = title.closest('details') as HTMLDetailsElement;
  return { details, title, summary: details.querySelector('summary') as HTMLElement };
};

async function expand(): Promise<void> {
  const { details, summary } = await panel();
  if (!details.open) await userEvent.click(summary);
}

const press = (name: string, place = screen as Pick<typeof screen, 'findByRole'>) =>
  place.findByRole('button', { name }).then((button) => userEvent.click(button));
const toastText = () => screen.getByTestId('toast').textContent;
const toasted = (text: string) => vi.waitFor(() => expect(toastText()).toBe(text));
const has = (name: string) => screen.queryByRole('button', { name }) !== null;
const upgrade = (plan: 'entry' | 'silver' | 'gold') => t('membership.upgrade', { plan: t(`plan.${plan}`) });
const choose = (plan: 'entry' | 'silver' | 'gold') => t('membership.choose', { plan: t(`plan.${plan}`) });
const downgrade = (plan: 'entry' | 'silver') => t('membership.downgrade', { plan: t(`plan.${plan}`) });

/** A window as a browser opens it. */
const newWindow = () => ({
  closed: false,
  close() {
    this.closed = true;
  },
  sessionStorage: { setItem: vi.fn() },
  document: document.implementation.createHTMLDocument(),
  location: { replace: vi.fn() },
});
/** The one that was opened last. */
let popup: ReturnType<typeof newWindow>;
let assign: MockInstance<typeof location.assign>;

beforeEach(() => {
  vi.spyOn(window, 'open').mockImplementation(() => {
    popup = newWindow();
    return popup as unknown as Window;
  });
  assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
});

describe('display', () => {
  test('panel, live membership, is collapsed with plan and posts left; expanded, shows the rest', async () => {
    fakeServer({ [OWN]: () => silver });
    show(<MembershipPanel />, { at: '/profile' });
    const { details, title, summary } = await panel();
    expect(title.textContent).toMatch(/Argjend.*Mbeten 2 publikime/);
    expect(details.open).toBe(false);
    await userEvent.click(summary);
    expect(details.open).toBe(true);
    for (const text of ['aktiv', '8 nga 10 të përdorura', '1 prill 2026', silver.statusInfo.message])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText(t('membership.renewalDate'))).toBeTruthy();
    expect([has(t('membership.cancel')), has(t('membership.reactivate'))]).toEqual([true, false]);
  });

  test('panel, no membership, is expanded with a notice and three plans', async () => {
    await visit(null);
    expect(screen.getByText(t('membership.none'))).toBeTruthy();
    expect(has(choose('entry')) && has(choose('silver')) && has(choose('gold'))).toBe(true);
    expect(screen.getByText(t('plan.gold.tagline'))).toBeTruthy();
  });

  test('plans, beside the current one, can be upgraded to; a smaller one is disabled with the reason', async () => {
    await visit(silver);
    const smaller = screen.getByRole('button', { name: downgrade('entry') });
    expect(smaller.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(t('membership.downgrade.why'))).toBeTruthy();
    expect(has(upgrade('gold'))).toBe(true);
    const current = screen.getByText(t('membership.currentPlan.badge')).closest('li') as HTMLElement;
    expect(within(current).queryByRole('button')).toBeNull();
  });

  test('gift, shows the days left, no cancellation, and continues by card', async () => {
    const server = await visit(gift, { answers: { [SUBSCRIBE]: () => ({ sessionId: 's', checkoutUrl: PAGE }) } });
    expect(screen.getByText('Abonim dhuratë: mbeten 20 ditë')).toBeTruthy();
    expect([has(t('membership.cancel')), has(downgrade('silver'))]).toEqual([false, true]);
    await press(t('membership.continue'));
    await vi.waitFor(() => expect(popup.location.replace).toHaveBeenCalledWith(PAGE));
    expect(server.sent('POST')).toEqual([{ planId: 'gold' }]);
  });

  test('membership paid by bank, shows until when it is paid instead of a gift', async () => {
    await visit({ ...gift, kind: 'offline', isGift: false });
    expect(screen.getByText('Paguar deri më 1 prill 2026')).toBeTruthy();
    expect(screen.queryByText(/dhuratë/)).toBeNull();
  });

  test('gift in its grace period, says so once and that the card is charged at once', async () => {
    const message = 'Abonimi juaj përfundoi më 1 prill 2026. Mund të publikoni deri më 4 prill 2026.';
    await visit({ ...gift, daysLeft: 0, statusInfo: { status: 'grace', message } });
    for (const text of [message, t('membership.continue.now'), '4 prill 2026'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByText(t('membership.status.grace'))).toHaveLength(2);
    for (const text of [/dhuratë/, t('membership.continue.hint'), t('membership.status.active')])
      expect(screen.queryByText(text)).toBeNull();
  });

  test('payment due, is expanded and opens the page where the card is changed; plans wait for that', async () => {
    const statusInfo = { status: 'grace', message: 'Ndryshoni kartën' } as const;
    const server = await visit({ ...silver, status: 'past_due', statusInfo, isRenewing: false });
    expect(screen.getByText('4 prill 2026')).toBeTruthy();
    expect(screen.getByRole('button', { name: upgrade('gold') }).getAttribute('aria-disabled')).toBe('true');
    server.on('POST /api/membership/portal', () => ({ url: PAGE }));
    await press(t('membership.updateCard'));
    await vi.waitFor(() => expect(popup.location.replace).toHaveBeenCalledWith(PAGE));
  });

  test('ended membership, shows that and offers all plans; an unknown status is shown as it is', async () => {
    const statusInfo = { status: 'expired', message: 'Abonimi juaj përfundoi më 1 prill 2026' } as const;
    await visit({ ...gift, status: 'frozen' as 'expired', statusInfo, isLive: false, canContinue: false });
    expect(screen.getByText(statusInfo.message)).toBeTruthy();
    expect(screen.getByText('frozen')).toBeTruthy();
    expect(has(choose('entry')) && has(choose('gold'))).toBe(true);
  });

  test('membership, not loaded, can be requested again', async () => {
    const server = fakeServer({ [OWN]: refuse(429, 'limit.reached', 'Tepër shpesh') });
    show(<MembershipPanel />, { at: '/profile' });
    expect(await screen.findByText(/Tepër shpesh/)).toBeTruthy();
    server.on(OWN, () => null);
    await press(t('common.tryAgain'));
    expect(await screen.findByText(t('membership.none'))).toBeTruthy();
  });
});

describe('subscribing', () => {
  test('plan, chosen, opens a centred window in the click and the payment page in it', async () => {
    await visit(null, { answers: { [SUBSCRIBE]: after(50, () => ({ sessionId: 's', checkoutUrl: PAGE })) } });
    const button = screen.getByRole('button', { name: choose('entry') });
    act(() => button.click());
    expect(window.open).toHaveBeenCalledWith('', '_blank', expect.stringMatching(/width=800,height=600,left=/));
    expect(popup.document.body.textContent).toBe(t('membership.opening'));
    await toasted(t('membership.toast.paymentWindowOpened'));
    expect(popup.location.replace).toHaveBeenCalledWith(PAGE);
    popup.closed = true;
    expect(button.getAttribute('aria-disabled')).toBeNull();
  });

  test('window, back with the payment, refetches and tells once', async () => {
    const server = await visit(null, { answers: { [SUBSCRIBE]: () => ({ sessionId: 's', checkoutUrl: PAGE }) } });
    await press(choose('silver'));
    await toasted(t('membership.toast.paymentWindowOpened'));
    server.on(OWN, () => silver);
    const other = new BroadcastChannel('bukuri');
    other.postMessage('membershipActivated');
    await toasted(t('membership.toast.activated'));
    other.close();
    expect(await screen.findByText('8 nga 10 të përdorura')).toBeTruthy();
  });

  test('window, blocked, leads to the payment page in the same window; closed meanwhile, offers it', async () => {
    vi.mocked(window.open).mockReturnValueOnce(null);
    const server = await visit(null, { answers: { [SUBSCRIBE]: () => ({ sessionId: 's', checkoutUrl: PAGE }) } });
    await press(choose('entry'));
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(PAGE));
    server.on(SUBSCRIBE, () => {
      popup.closed = true;
      return { sessionId: 's', checkoutUrl: PAGE };
    });
    await press(choose('entry'));
    await toasted(`${t('membership.toast.paymentError')}: ${t('membership.toast.failedOpenPayment')}`);
    expect(assign).toHaveBeenCalledTimes(1);
  });

  test('plan, refused, closes the window and gives the reason', async () => {
    await visit(null, { answers: { [SUBSCRIBE]: refuse(404, 'memberships.noCards', 'Pa karta') } });
    await press(choose('entry'));
    await toasted(`${t('membership.toast.subscriptionFailed')}: Pa karta`);
    expect(popup.closed).toBe(true);
  });

  test('upgrade of a membership paid by card, asks first, and needs no window', async () => {
    const server = await visit(silver, { answers: { [SUBSCRIBE]: () => ({ success: true }) } });
    await press(upgrade('gold'));
    expect(server.sent('POST')).toEqual([]);
    server.on(OWN, () => ({ ...silver, plan: 'gold', postsLimit: -1, postsRemaining: null }));
    await press(upgrade('gold'), within(screen.getByRole('dialog')));
    await toasted(t('membership.toast.subscriptionUpdated'));
    expect(await screen.findByText('8 të përdorura')).toBeTruthy();
    expect(server.sent('POST')).toEqual([{ planId: 'gold' }]);
    expect(window.open).not.toHaveBeenCalled();
  });
});

describe('cancellation', () => {
  const confirm = () => press(t('membership.cancel'), within(screen.getByRole('dialog')));

  test('membership, canceled after a confirmation that names the day, can be reactivated', async () => {
    const server = await visit(silver, {
      answers: { [CANCEL]: () => ({ message: 'U anulua', membership: canceling }) },
    });
    await press(t('membership.cancel'));
    expect(screen.getByRole('dialog').textContent).toContain('1 prill 2026');
    server.on(OWN, () => canceling);
    await confirm();
    await toasted('U anulua');
    expect(screen.getByText(t('membership.accessUntil'))).toBeTruthy();
    server.on('POST /api/membership/reactivate', () => ({ message: 'U riaktivizua', membership: silver }));
    await press(t('membership.reactivate'));
    await toasted('U riaktivizua');
    expect(has(t('membership.cancel'))).toBe(true);
  });

  test('membership that was not charged yet, asks with the plan to which it returns', async () => {
    await visit({ ...silver, planAfterCancel: 'entry' });
    await press(t('membership.cancel'));
    expect(screen.getByRole('dialog').textContent).toContain('ktheheni menjëherë te plani Fillestar');
  });

  test.each([
    [silver, t('membership.toast.cancellationFailed')],
    [canceling, t('membership.toast.reactivationFailed')],
  ])('change of a %o membership, refused, gives the reason and refetches', async (own, failed) => {
    const no = refuse(409, 'memberships.notByCard', 'Nuk bëhet');
    const server = await visit(own, { answers: { [CANCEL]: no, 'POST /api/membership/reactivate': no } });
    const before = server.asked.length;
    await press(t(own.canCancel ? 'membership.cancel' : 'membership.reactivate'));
    if (own.canCancel) await confirm();
    await toasted(`${failed}: Nuk bëhet`);
    await vi.waitFor(() => expect(server.asked.slice(before)).toContain(OWN));
  });
});

describe('return from the payment', () => {
  const RETURN = '/profile?membership=success';
  const activations = (server: FakeServer) => server.asked.filter((call) => call === ACTIVATE).length;

  test('page, opened on return, activates once and cleans the address', async () => {
    const server = await visit(silver, {
      at: RETURN,
      answers: { [ACTIVATE]: () => ({ message: '', membership: silver }) },
    });
    await toasted(t('membership.toast.activated'));
    await vi.waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/profile'));
    expect(activations(server)).toBe(1);
  });

  test('page, opened without a payment, gives the reason after two more attempts, tries again on request and not on reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const notPaid = refuse(402, 'memberships.notPaid', 'Asnjë pagesë');
    const server = await visit(null, { at: RETURN, answers: { [ACTIVATE]: notPaid } });
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect([await screen.findByText(/Asnjë pagesë/), activations(server)]).toEqual([expect.anything(), 3]);
    expect(screen.getByTestId('address').textContent).toBe('/profile');
    server.on(ACTIVATE, () => ({ message: '', membership: silver }));
    await press(t('common.tryAgain'));
    await toasted(t('membership.toast.activated'));
  });

  test('payment window, paid or abandoned, tells the other windows and closes', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => {});
    const received: unknown[] = [];
    const other = new BroadcastChannel('bukuri');
    other.onmessage = ({ data }) => void received.push(data);
    for (const at of [RETURN, '/profile']) {
      sessionStorage.setItem('paymentWindow', '');
      await visit(silver, { at, answers: { [ACTIVATE]: () => ({ message: '', membership: silver }) } });
      await vi.waitFor(() => expect(sessionStorage.getItem('paymentWindow')).toBeNull());
    }
    await vi.waitFor(() => expect(received).toEqual(['membershipActivated', 'membership']));
    other.close();
    expect(close).toHaveBeenCalledTimes(2);
  });

  test('activation, answer lost, is requested again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = await visit(null, { at: RETURN, answers: { [ACTIVATE]: noAnswer } });
    await act(() => vi.advanceTimersByTimeAsync(1000));
    server.on(ACTIVATE, () => ({ message: '', membership: silver }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    await toasted(t('membership.toast.activated'));
  });
});
