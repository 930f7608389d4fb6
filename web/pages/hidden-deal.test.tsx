import { act, screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ana, dealNumber, type FakeServer, fakeServer, signIn } from '#test/fake-server.ts';
import { useBecome } from '../features/accounts/use-user.ts';
import { Link } from '../kit/link.tsx';
import { Page } from './deal.page.tsx';
import { DealModal } from './deal-modal.tsx';

const facts = { businessInfo: null, businessInfoEn: null, socialLink: null, phone: null, salon: null };
const counts = { views: 0, shares: 0, likes: 0, sold: 0 };
const deal = { ...dealNumber(1), ...facts, ...counts };
const GET = `GET /api/deals/${deal.id}`;
let server: FakeServer;

beforeEach(() => {
  signIn();
  server = fakeServer({
    'GET /api/auth/me': () => ({ user: { ...ana, role: 'admin' } }),
    'GET /api/favorites': () => [],
    'GET /api/cart': () => [],
    [GET]: () => deal,
    [`${GET}/related`]: () => [],
  });
});

function Shop() {
  const become = useBecome();
  const { state } = useLocation();
  return (
    <>
      <Link to={`/deal/${deal.id}`} over={deal}>
        open
      </Link>
      <button type="button" onClick={() => become(null)}>
        sign out
      </button>
      {state ? (
        <DealModal />
      ) : (
        <Routes>
          <Route path="/deal/:id" element={<Page />} />
          <Route path="*" element={null} />
        </Routes>
      )}
    </>
  );
}

const addButtons = () => screen.queryAllByRole<HTMLButtonElement>('button', { name: /Shto në shportë/, hidden: true });
const press = (text: string) => act(async () => screen.getByText(text).click());

test.each([
  ['hidden', { isHidden: true }],
  ['inactive', { isActive: false }],
])('a deal that is %s says so and is not for sale, on its page and in the dialog', async (_state, change) => {
  server.on(GET, () => ({ ...deal, ...change }));
  const { unmount } = show(<Shop />, { at: `/deal/${deal.id}` });
  expect(await screen.findByText(t('deal.hidden'))).toBeTruthy();
  expect(addButtons().map((button) => button.getAttribute('aria-disabled'))).toEqual(['true']);
  unmount();

  show(<Shop />);
  await press('open');
  expect(await screen.findByText(t('deal.hidden'))).toBeTruthy();
  expect(addButtons().map((button) => button.getAttribute('aria-disabled'))).toEqual(['true']);
});
