import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import type { OwnDeal } from '#core/contract/own-deals.ts';
import { show, t } from '#test/dom.tsx';
import { ana, dealNumber, type FakeServer, fakeServer, refuse, signIn } from '#test/fake-server.ts';
import { toast, useToast } from '#web/kit/toasts.ts';
import { OwnDeals, TotalPerformance } from './own-deals.tsx';

const LIST = 'GET /api/user/deals?';
const dealer = { ...ana, canPostDeals: true };

const own = (number: number, more: Partial<OwnDeal> = {}): OwnDeal => ({
  ...dealNumber(number),
  userId: dealer.id,
  ...{ businessInfo: null, businessInfoEn: null, socialLink: null, phone: '+355 69 201 2345', hours: '9 AM - 9 PM' },
  ...{ views: 12, shares: 3, likes: 4, sold: 5, isExpired: false, repostsLeft: 0 },
  hiddenByAdminAt: null,
  moderationReason: null,
  expiresAt: new Date(Date.now() + 90_000_000).toISOString(),
  ...more,
});
const expired = own(2, {
  isExpired: true,
  expiresAt: '2026-01-01T00:00:00Z',
  title: 'Fenirim (Kopje)',
  titleEn: 'Blow-dry',
});

function Message() {
  const message = useToast();
  return (
    <>
      <p data-testid="toast">{[message?.title, message?.text].filter(Boolean).join(': ')}</p>
      {message?.action && (
        <button type="button" onClick={message.action.run}>
          undo
        </button>
      )}
    </>
  );
}

async function visit(deals: OwnDeal[], { postsRemaining = 3 } = {}): Promise<FakeServer> {
  signIn();
  const server = fakeServer({
    'GET /api/user/deals/totals': () => ({
      posted: deals.length,
      active: 1,
      views: 120,
      likes: 30,
      shares: 7,
      sold: 2,
      followers: 4,
    }),
    [LIST]: () => deals,
    'GET /api/user/salon': () => null,
    'GET /api/membership': () => ({ isLive: true, postsRemaining }),
    'GET /api/categories': () => [{ slug: 'hair', name: 'Flokë' }],
    'GET /api/deals?': () => [dealNumber(1), dealNumber(2), dealNumber(3)],
  });
  show(
    <>
      <TotalPerformance />
      <OwnDeals user={dealer} onPosted={() => toast({ tone: 'done', title: t('dealForm.saved') })} />
      <Message />
    </>,
    { at: '/profile' },
  );
  await screen.findAllByText(deals[0]?.title ?? t('myDeals.empty'));
  return server;
}

const card = (title: string) => within(screen.getByRole('link', { name: title }).closest('article') as HTMLElement);
const toastText = () => screen.getByTestId('toast').textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (label: string) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(field(label), { target: { value } }));
async function open(button: HTMLElement) {
  await act(async () => void fireEvent.click(button));
  await within(screen.getByRole('dialog')).findByLabelText(t('dealForm.title'));
}
const openNew = () => open(screen.getByRole('button', { name: t('dealForm.post') }));
const submit = (name = t('dealForm.post')) =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

test('own deals, some expired, hidden and paused, are listed with counters, badges and actions', async () => {
  await visit([own(1), expired, own(3, { isHidden: true, isActive: false, repostsLeft: 2 })]);
  await screen.findByText(t('myDeals.performance'));
  expect(screen.getByText('120').closest('dl')?.textContent).toContain(t('myDeals.views'));
  expect(card('Oferta 1').getByText('12')).toBeTruthy();
  const edit = card(expired.title).getByRole('button', { name: t('myDeals.edit') });
  expect(edit.getAttribute('aria-disabled')).toBe('true');
  expect(card(expired.title).getByText(t('deal.expired'))).toBeTruthy();
  expect(card(expired.title).getByText(t('myDeals.expiredHint'))).toBeTruthy();
  expect(card(expired.title).getByRole('button', { name: t('myDeals.copyRepost') })).toBeTruthy();
  expect(card('Oferta 1').getByRole('button', { name: t('myDeals.copy') })).toBeTruthy();
  for (const text of [t('myDeals.hidden'), t('myDeals.paused'), t.count('myDeals.repostsLeft', 2)])
    expect(card('Oferta 3').getByText(text)).toBeTruthy();
});

test('own deals, with no posts left, explain why none can be posted', async () => {
  await visit([], { postsRemaining: 0 });
  expect(await screen.findByText(t('dealForm.noPostsLeft'))).toBeTruthy();
  expect(screen.getByRole('button', { name: t('dealForm.post') }).getAttribute('aria-disabled')).toBe('true');
});

test('own deal, paused and deleted after the question, is changed and the lists are fetched again', async () => {
  const server = await visit([own(1)]);
  server.on('PUT /api/deals/', () => own(1, { isActive: false }));
  server.on('DELETE /api/deals/', () => ({ success: true }));
  await press(t('myDeals.more.actions'));
  await userEvent.click(screen.getByRole('menuitem', { name: new RegExp(`^${t('myDeals.pause')}`) }));
  await vi.waitFor(() => expect(toastText()).toBe(`${t('myDeals.pause.done')}: ${t('myDeals.pause.effect')}`));
  await press('undo');
  await vi.waitFor(() => expect(server.sent('PUT')).toEqual([{ isActive: false }, { isActive: true }]));
  await press(t('myDeals.delete'));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(t('myDeals.delete.confirm'))).toBeTruthy();
  const before = server.asked.filter((call) => call.startsWith(LIST)).length;
  await userEvent.click(dialog.getByRole('button', { name: t('myDeals.delete') }));
  await vi.waitFor(() => expect(toastText()).toBe(t('myDeals.deleted')));
  expect(server.asked.some((call) => call === `DELETE /api/deals/${own(1).id}`)).toBe(true);
  await vi.waitFor(() => expect(server.asked.filter((call) => call.startsWith(LIST)).length).toBeGreaterThan(before));
});

test('new deal, wrong and then right, names the fields, hints, and is posted with the business of the latest', async () => {
  const server = await visit([own(1)]);
  await openNew();
  expect(field(t('dealForm.businessName')).value).toBe('Salloni Mira');
  await submit();
  expect(await screen.findAllByText(t('validation.required'))).toHaveLength(3);
  expect(document.activeElement).toBe(field(t('dealForm.title')));
  await type(t('dealForm.title'), 'Prerje');
  await type(t('dealForm.category'), 'hair');
  await type(t('dealForm.originalPrice'), '20.000');
  await type(t('dealForm.price'), '1.2345');
  await submit();
  expect(await screen.findByText(t('dealForm.price.ambiguous'))).toBeTruthy();
  await type(t('dealForm.price'), '15 000 lekë');
  expect(screen.getByText(t('dealForm.discountPreview', { percent: 25 }))).toBeTruthy();
  for (const key of ['dealForm.hint.photo', 'dealForm.hint.letters'] as const)
    expect(screen.getByText(t(key))).toBeTruthy();
  expect(await screen.findByText(/lekë të vjetra/)).toBeTruthy();
  server.on('POST /api/deals', () => own(4));
  await submit();
  await vi.waitFor(() => expect(toastText()).toBe(t('dealForm.saved')));
  expect(server.sent('POST')).toMatchObject([
    {
      ...{ title: 'Prerje', originalPrice: 20_000, price: 15_000, category: 'hair', timeLeft: '3 days left' },
      ...{ phone: '+355 69 201 2345', city: 'tirana', key: expect.any(String) },
    },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('copy of an expired deal, refused for want of posts, keeps picture and draft, and is sent again with the same key', async () => {
  const server = await visit([{ ...expired, imageUrl: '/pictures/deals/hair-1-640.jpg' }]);
  await open(card(expired.title).getByRole('button', { name: t('myDeals.copyRepost') }));
  expect(field(t('dealForm.title')).value).toBe('Fenirim (Kopje)');
  await type(t('dealForm.price'), '1500');
  server.on('POST /api/deals', refuse(403, 'ownDeals.noPosts', 'Asnjë publikim'));
  await submit();
  await vi.waitFor(() => expect(toastText()).toBe(`${t('common.error')}: Asnjë publikim`));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('dealForm.toMembership') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await open(card(expired.title).getByRole('button', { name: t('myDeals.copyRepost') }));
  expect(field(t('dealForm.price')).value).toMatch(/^1\s500$/);
  server.on('POST /api/deals', () => own(4));
  await submit();
  await vi.waitFor(() => expect(toastText()).toBe(t('dealForm.saved')));
  const [first, second] = server.sent('POST') as { key: string }[];
  expect(second).toEqual(first);
  expect(second).toMatchObject({
    ...{ imageUrl: '/pictures/deals/hair-1-640.jpg', timeLeft: '3 days left', titleEn: 'Blow-dry (Copy)', price: 1500 },
  });
  expect(JSON.parse(localStorage.getItem('dealDrafts') ?? '').forms).toEqual({});
});

test('edited deal, emptied in places, sends null for these and nothing of the others; expired meanwhile, says so and closes the form', async () => {
  const server = await visit([own(1, { description: 'Me fenirim', originalPrice: 3000 })]);
  const edit = () => card('Oferta 1').getByRole('button', { name: t('myDeals.edit') });
  await open(edit());
  expect(screen.getByText(t('dealForm.timeLeft.locked'))).toBeTruthy();
  await type(t('dealForm.description'), '');
  server.on('PUT /api/deals/', refuse(409, 'ownDeals.expired', 'Ofertat e skaduara nuk mund të ndryshohen'));
  await submit(t('dealForm.update'));
  await vi.waitFor(() =>
    expect(toastText()).toBe(`${t('myDeals.expiredEdit.title')}: ${t('myDeals.expiredEdit.text')}`),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent('PUT')).toEqual([{ description: null }]);
});

test('draft of an edit, of a deal that was changed meanwhile, restores what was typed until it is discarded', async () => {
  await visit([own(1, { price: 1500, description: 'Me fenirim' })]);
  const edit = () => card('Oferta 1').getByRole('button', { name: t('myDeals.edit') });
  await open(edit());
  await type(t('dealForm.originalPrice'), '2500');
  await type(t('dealForm.description'), '');
  cleanup();
  const server = await visit([own(1, { price: 1200, description: 'Me larje', originalPrice: 2000 })]);
  await open(edit());
  expect(field(t('dealForm.originalPrice')).value).toMatch(/^2\s500$/);
  expect(field(t('dealForm.price')).value).toMatch(/^1\s200$/);
  expect(field(t('dealForm.description')).value).toBe('');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('dealForm.draft.discard') }));
  expect(field(t('dealForm.originalPrice')).value).toMatch(/^2\s000$/);
  expect(field(t('dealForm.description')).value).toBe('Me larje');
  expect(screen.queryByRole('button', { name: t('dealForm.draft.discard') })).toBeNull();
  await type(t('dealForm.price'), '1100');
  server.on('PUT /api/deals/', () => own(1));
  await submit(t('dealForm.update'));
  await vi.waitFor(() => expect(server.sent('PUT')).toEqual([{ price: 1100 }]));
});

test('new deal, changed after a lost answer, shows what was posted and is sent with another key only then', async () => {
  const server = await visit([{ ...expired, imageUrl: '/pictures/deals/hair-1-640.jpg' }]);
  await open(card(expired.title).getByRole('button', { name: t('myDeals.copyRepost') }));
  server.on('POST /api/deals', refuse(504, 'server.timeout', 'Vonë'));
  await submit();
  await vi.waitFor(() => expect(toastText()).toContain('Vonë'), { timeout: 20_000 });
  await type(t('dealForm.price'), '1500');
  const posted = { id: own(4).id, title: 'Fenirim (Kopje)', price: 2000 };
  server.on('POST /api/deals', () => {
    throw new ApiError(409, JSON.stringify({ code: 'ownDeals.keyReused', details: { posted } }), '');
  });
  await submit();
  const link = await within(screen.getByRole('dialog')).findByRole('link', { name: /^Fenirim \(Kopje\), 2\s000/ });
  expect(link.getAttribute('href')).toBe(`/deal/${posted.id}`);
  expect(field(t('dealForm.price')).value).toBe('1500');
  server.on('POST /api/deals', () => own(5));
  await submit();
  await vi.waitFor(() => expect(toastText()).toBe(t('dealForm.saved')));
  const keys = (server.sent('POST') as { key: string }[]).map(({ key }) => key);
  expect(new Set(keys.slice(0, -1)).size).toBe(1);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test('new deal, typed and the page left, is offered as a draft until it is discarded', async () => {
  await visit([]);
  await openNew();
  await type(t('dealForm.title'), 'Prerje flokësh');
  cleanup();
  await visit([]);
  await open(screen.getByRole('button', { name: t('dealForm.continue') }));
  expect(field(t('dealForm.title')).value).toBe('Prerje flokësh');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await userEvent.click(await screen.findByRole('button', { name: t('form.discard.action') }));
  expect(await screen.findByRole('button', { name: t('dealForm.post') })).toBeTruthy();
});

test('deal, hidden by an administrator, shows the reason and cannot be shown by the dealer', async () => {
  const hidden = {
    isHidden: true,
    hiddenByAdminAt: '2026-11-27T09:00:00Z',
    moderationReason: 'Çmimi nuk është i vërtetë',
  };
  await visit([own(1, hidden)]);
  const card = await screen.findByRole('article');
  expect(card.textContent).toContain(`${t('myDeals.hiddenByAdmin')} Çmimi nuk është i vërtetë`);
  expect(within(card).queryByRole('button', { name: t('myDeals.show') })).toBeNull();
  within(card).getByRole('button', { name: t('myDeals.edit') });
});
