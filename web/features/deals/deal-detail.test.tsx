import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Deal } from '#core/contract/shapes.ts';
import { show, t } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { CardsProvider } from '#web/kit/shop-config.ts';
import { DealDetail } from './deal-detail.tsx';

const deal: Deal = {
  ...dealNumber(1),
  ...{ businessInfo: null, businessInfoEn: null, socialLink: null, phone: null, salon: null },
  ...{ views: 0, shares: 0, likes: 0, sold: 0 },
};

test.each([
  ['without an end is not called limited', null, [false, true]],
  ['with an end is', '2999-01-01T00:00:00Z', [true, false]],
])('a deal %s', (_which, expiresAt, [isLimited, isEndless]) => {
  show(<DealDetail deal={{ ...deal, expiresAt }} level="h1" actions={() => null} related={null} />);
  expect(screen.queryByText(t('deal.limited.title')) !== null).toBe(isLimited);
  expect(screen.queryByText(t('time.noExpiration')) !== null).toBe(isEndless);
});

test.each([
  {
    cards: null,
    ways: [t('deal.how.now'), t('deal.how.later')],
    told: 'deal.how.pay',
  },
  {
    cards: 'sandbox' as const,
    ways: [t('deal.how.later'), t('deal.how.byCard')],
    told: 'deal.how.show',
  },
])(
  'how it works names each way to pay where cards are $cards, and what every order has at the salon',
  ({ cards, ways, told }) => {
    show(
      <CardsProvider value={cards}>
        <DealDetail deal={deal} level="h1" actions={() => null} related={null} />
      </CardsProvider>,
    );
    const how = within(screen.getByRole('region', { name: t('deal.how.title') }));
    expect(how.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(ways);
    expect(how.getAllByRole('listitem').at(-1)?.textContent).toContain(t(told as 'deal.how.pay'));
  },
);

const ends = (inMs: number) => {
  vi.useFakeTimers();
  const expiresAt = new Date(Date.now() + inMs).toISOString();
  show(<DealDetail deal={{ ...deal, expiresAt }} level="h1" actions={() => null} related={null} />);
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const saysOver = () => screen.queryByText(`${deal.title}: ${t('deal.expired')}`) !== null;

test('that a deal is over is said when it happens, and not to who opens one that was over before', async () => {
  ends(-2000);
  for (const ms of [1, 150, 3000]) await pass(ms);
  expect(saysOver()).toBe(false);
});

test('that a deal ends while it is read is said', async () => {
  ends(2000);
  await pass(1000);
  expect(saysOver()).toBe(false);
  for (const ms of [1000, 1, 150]) await pass(ms);
  expect(saysOver()).toBe(true);
});
