import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { urlOf } from '#core/contract/call.ts';
import { deals } from '#core/contract/deals.ts';
import { formatLek } from '#core/i18n/format.ts';
import { toSpoken } from '#core/i18n/spoken.ts';
import { At, heardIn, show, t } from '#test/dom.tsx';
import {
  type Answer,
  ana,
  after as answerAfter,
  dealNumber,
  type FakeServer,
  fakeServer,
  lineOf,
  refuse,
  signIn,
} from '#test/fake-server.ts';
import { useBecome } from '#web/features/accounts/become.ts';
import { RelatedDeals } from '#web/features/deals/related-deals.tsx';
import { clearPersonalState } from '#web/kit/data/stored-state.ts';
import { Link } from '#web/kit/router/link.tsx';
import { useLocation } from '#web/kit/router/location.tsx';
import { DealModal } from '#web/shell/deal-modal.tsx';
import { Page } from './deal.page.tsx';

const facts = {
  businessInfo: null,
  businessInfoEn: null,
  socialLink: null,
  phone: null,
  salon: null,
  shareImage: null,
};

const dealOf = (number: number) => ({ ...dealNumber(number), ...facts, views: 0, shares: 0, likes: 0, sold: 0 });

const [one, two] = [dealOf(1), dealOf(2)];

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const ways = () => [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].map(heardIn);

const add = ({ price }: typeof one) => t('deal.addToCartPrice', { price: toSpoken(formatLek(price, 'sq'), 'sq') });

describe('page', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    signIn();
    fakeServer({
      'GET /api/auth/me': () => ({ user: ana }),
      'GET /api/favorites': () => [],
      'GET /api/cart': () => [],
      'POST /api/cart': () => lineOf(one),
      [`GET /api/deals/${one.id}`]: () => one,
      [`GET /api/deals/${two.id}`]: () => two,
      [`GET /api/deals/${one.id}/related`]: () => [],
      [`GET /api/deals/${two.id}/related`]: () => [],
    });
  });

  test('deal page, added, links to the cart; the next deal does not', async () => {
    const { queries } = show(
      <>
        <Link to={`/deal/${two.id}`}>next</Link>

        <At path="/deal/:id">
          <Page />
        </At>
      </>,
      { at: `/deal/${one.id}` },
    );
    // Cached, so that it is shown at once.
    queries.setQueryData([urlOf(deals.get, { params: { id: two.id } })], two);
    await pass(100);
    fireEvent.click(screen.getByRole('button', { name: add(one) }));
    await pass(300);
    expect(ways()).toContain(t('deal.inCart'));
    fireEvent.click(screen.getByText('next'));
    await pass(1000);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(two.title);
    expect(ways()).toContain(add(two));
    expect(ways()).not.toContain(t('deal.inCart'));
  });
});

const card = dealNumber(1);

const unknownFacts = {
  businessInfo: null,
  businessInfoEn: null,
  socialLink: null,
  views: 0,
  shares: 0,
  likes: 0,
  sold: 0,
};

const whole = { ...card, ...unknownFacts, phone: '+355 69 000 0001', salon: null };

const DEAL = `GET /api/deals/${card.id}`;

const RELATED = `${DEAL}/related`;

let server: FakeServer;

const open = () => show(<DealModal />, { at: `/deal/${card.id}`, state: { preview: card } });

const passInDialog = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));

const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);

const says = (text: string) => screen.queryByText(text, { exact: false, ignore: '[data-live-region] *' }) !== null;

describe('dialog', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    server = fakeServer({ [DEAL]: () => whole, [RELATED]: () => [] });
  });

  test('deal dialog, deal gone meanwhile, says so', async () => {
    server.on(DEAL, refuse(404, 'deals.notFound'));
    open();
    await passInDialog(0);
    expect(headings()).toContain(t('deal.notFound.title'));
  });

  test('deal dialog, expired, shows similar deals instead of the button', async () => {
    server.on(DEAL, () => ({ ...whole, city: 'berat', expiresAt: new Date(Date.now() - 60_000).toISOString() }));
    server.on(RELATED, () => []);
    open();
    await passInDialog(0);
    const link = screen.getByRole('link', { name: t('deal.seeAlike') });
    expect(link.getAttribute('href')).toBe(`/?category=${card.category}&city=berat`);
    expect(says(t('deal.addToCartPrice', { price: '' }).trim())).toBe(false);
  });
});

const deal = { ...dealNumber(1), ...facts, isHidden: true, views: 0, shares: 0, likes: 0, sold: 0 };

const [ME, HIDDEN_DEAL] = ['GET /api/auth/me', `GET /api/deals/${deal.id}`];

const absent = refuse(404, 'deals.notFound');

const trouble = refuse(503, 'server.busy');

/** The response for its owner and admins. */
let theirs: Answer;

const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent;

async function openAs(): Promise<void> {
  show(
    <At path="/deal/:id">
      <Page />
    </At>,
    { at: `/deal/${deal.id}` },
  );
  await pass(100);
}

describe('access', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    signIn();
    theirs = () => deal;
    let isAskedForAll = true;
    server = fakeServer({
      [ME]: () => ({ user: ana }),
      [HIDDEN_DEAL]: (asked) => {
        const answer = isAskedForAll ? absent : theirs;
        isAskedForAll = false;
        return answer(asked);
      },
      [`${HIDDEN_DEAL}/related`]: () => [],
      'GET /api/favorites': () => [],
      'GET /api/cart': () => [],
    });
  });

  test('hidden deal, user not known yet, is not shown as absent', async () => {
    server.on(
      ME,
      answerAfter(2000, () => ({ user: ana })),
    );
    await openAs();
    await pass(1000);
    expect(heading()).toBeUndefined();
    await pass(2000);
    expect(heading()).toBe(deal.title);
  });

  test('hidden deal, request fails, is not shown as absent and can be retried', async () => {
    theirs = trouble;
    await openAs();
    await pass(60_000);
    expect(heading()).toBe(t('errorFallback.title'));
    theirs = () => deal;
    fireEvent.click(screen.getByRole('button', { name: t('common.tryAgain') }));
    await pass(10_000);
    expect(heading()).toBe(deal.title);
  });

  test('hidden deal, other user, is absent', async () => {
    theirs = absent;
    await openAs();
    expect(heading()).toBe(t('deal.notFound.title'));
  });
});

const counts = { views: 0, shares: 0, likes: 0, sold: 0 };

const hiddenDeal = { ...dealNumber(1), ...facts, ...counts };

const GET = `GET /api/deals/${hiddenDeal.id}`;

function Shop() {
  const become = useBecome();
  const { state } = useLocation();
  return (
    <>
      <Link to={`/deal/${hiddenDeal.id}`} over={hiddenDeal}>
        open
      </Link>
      <button type="button" onClick={() => become(null)}>
        sign out
      </button>
      {state ? (
        <DealModal />
      ) : (
        <At path="/deal/:id">
          <Page />
        </At>
      )}
    </>
  );
}

const addButtons = () => screen.queryAllByRole<HTMLButtonElement>('button', { name: /Shto në shportë/, hidden: true });

const press = (text: string) => act(async () => screen.getByText(text).click());

describe('hidden deals', () => {
  beforeEach(() => {
    signIn();
    server = fakeServer({
      'GET /api/auth/me': () => ({ user: { ...ana, role: 'admin' } }),
      'GET /api/favorites': () => [],
      'GET /api/cart': () => [],
      [GET]: () => hiddenDeal,
      [`${GET}/related`]: () => [],
    });
  });

  test.each([
    ['hidden', { isHidden: true }, 'deal.hidden'],
    ['inactive', { isActive: false }, 'deal.notForSale'],
  ] as const)('deal, %s, says so and is not for sale on its page and in the dialog', async (_state, change, text) => {
    server.on(GET, () => ({ ...hiddenDeal, ...change }));
    const { unmount } = show(<Shop />, { at: `/deal/${hiddenDeal.id}` });
    expect(await screen.findByText(t(text))).toBeTruthy();
    expect(addButtons().map((button) => button.getAttribute('aria-disabled'))).toEqual(['true']);
    unmount();

    show(<Shop />);
    await press('open');
    expect(await screen.findByText(t(text))).toBeTruthy();
    expect(addButtons().map((button) => button.getAttribute('aria-disabled'))).toEqual(['true']);
  });

  test('paused deal, of the visitor, is shown as not on sale, with a bar to edit it instead of the cart button', async () => {
    const paused = { ...hiddenDeal, isActive: false, notForSale: true };
    server.on(GET, () => paused);
    server.on('GET /api/user/deals?', () => [{ ...paused, userId: ana.id, isExpired: false, repostsLeft: 0 }]);
    server.on('GET /api/auth/me', () => ({ user: { ...ana, canPostDeals: true } }));
    show(<Shop />, { at: `/deal/${hiddenDeal.id}` });
    expect(await screen.findByText(t('deal.own'))).toBeTruthy();
    expect(screen.getByText(t('deal.notForSale'))).toBeTruthy();
    expect(screen.getByRole('button', { name: t('deal.own.edit') })).toBeTruthy();
    expect([addButtons(), screen.queryByText(t('deal.hidden'))]).toEqual([[], null]);
  });
});

const titlesIn = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

const look = (...deals: ReturnType<typeof dealOf>[]) => {
  for (const deal of deals) show(<RelatedDeals deal={deal} />).unmount();
};

describe('related deals', () => {
  beforeEach(() => {
    server = fakeServer({ 'GET /api/deals/': () => [] });
  });

  test('related deals stand under what they have in common', async () => {
    server.on('GET /api/deals/', () => [
      { ...dealNumber(2), relation: 'salon' },
      { ...dealNumber(3), relation: 'category' },
      { ...dealNumber(4), relation: 'city', city: 'durres' },
    ]);
    show(<RelatedDeals deal={dealOf(1)} />);
    await screen.findByText('Oferta 2');
    expect(titlesIn('Më shumë nga Salloni Mira')).toEqual(['Oferta 2']);
    expect(titlesIn('Flokë në Tiranë')).toEqual(['Oferta 3']);
    expect(titlesIn('Flokë në Durrës')).toEqual(['Oferta 4']);
  });

  test('recently viewed deals are listed latest first, without a request', () => {
    look(dealOf(1), dealOf(2), dealOf(3), dealOf(4), dealOf(5), dealOf(2));
    server = fakeServer({ 'GET /api/deals/': () => [] });
    show(<RelatedDeals deal={dealOf(6)} />);
    expect(titlesIn('Të shikuara së fundi')).toEqual(['Oferta 2', 'Oferta 5', 'Oferta 4']);
    expect(server.asked).toEqual([`GET /api/deals/${dealNumber(6).id}/related`]);
  });

  test('hidden deal is neither stored nor requested as recently viewed', () => {
    look({ ...dealOf(1), isHidden: true });
    expect(server.asked).toEqual([]);
    show(<RelatedDeals deal={dealOf(2)} />);
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('recently viewed deals are cleared on sign-out', () => {
    look(dealOf(1));
    show(<RelatedDeals deal={dealOf(2)} />);
    expect(screen.getByRole('region')).toBeTruthy();
    act(clearPersonalState);
    expect(screen.queryByRole('region')).toBeNull();
  });
});
