import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { SalonProfile } from '#core/contract/salons.ts';
import { At, show, t } from '#test/dom.tsx';
import { type Answer, ana, dealNumber, type FakeServer, fakeServer, refuse, signIn } from '#test/fake-server.ts';
import { Page } from './salon.page.tsx';

const salon: SalonProfile = {
  ...{
    id: '0190a5b2-0000-7000-8000-000000000077',
    slug: 'cela',
    version: 1,
    name: 'Çela',
    about: '',
    aboutEn: 'Manicure.',
  },
  ...{ address: '', city: 'durres', location: null, phone: null, whatsapp: '+355 69 201 2345' },
  ...{ viber: null, instagram: null, hours: [{ weekday: 1, opens: '09:00', closes: '13:00' }], holidays: [] },
  ...{ logoUrl: null, photos: [], shareImage: null, isAvailable: true },
};
const deal = { ...dealNumber(1), salonSlug: 'cela' };

function visit(answers: Record<string, Answer> = {}): FakeServer {
  const server = fakeServer({
    'GET /api/salons/cela': () => salon,
    'GET /api/salons/cela/deals': () => [deal],
    'GET /api/salons/cela/reviews': () => [],
    'GET /api/favorites': () => [],
    ...answers,
  });
  const page = (
    <At path="/salon/:slug">
      <Page />
    </At>
  );
  show(page, { at: '/salon/cela' });
  return server;
}

test('salon, with few details, shows its description in the other language, its week and its deals', async () => {
  visit();
  expect((await screen.findByText('Manicure.')).lang).toBe('en');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Çela');
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent?.includes(t('salon.closedDay')))).toEqual([
    ...[false, true, true, true, true, true, true],
  ]);
  expect(rows.filter((row) => row.getAttribute('aria-current') === 'date')).toHaveLength(1);
  expect(screen.queryByRole('link', { name: t('salonPage.map') })).toBeNull();
  const whatsApp = screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' });
  expect(whatsApp.href).toMatch(/^https:\/\/wa\.me\/355692012345\?text=/);
  const article = within(await screen.findByRole('article'));
  const links = article.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([`/deal/${deal.id}`, '/salon/cela']);
});

test('salon of a suspended dealer, says that it is not available, without following it', async () => {
  visit({ 'GET /api/salons/cela': () => ({ ...salon, isAvailable: false }) });
  await screen.findByRole('heading', { name: t('salonPage.unavailable') });
  expect(screen.getByText('Çela')).toBeTruthy();
  expect(screen.queryByRole('link', { name: t('follow.start') })).toBeNull();
});

test('salon, whose follow list failed to load, is followed instead of asking to sign in', async () => {
  signIn();
  const server = visit({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/follows': refuse(400, 'server.failed'),
    [`PUT /api/follows/${salon.id}`]: () => ({ success: true }),
  });
  await userEvent.click(await screen.findByRole('button', { name: t('follow.start') }));
  await vi.waitFor(() => expect(server.asked).toContain(`PUT /api/follows/${salon.id}`));
});

test('unknown salon, says so and leads to home', async () => {
  visit({ 'GET /api/salons/cela': refuse(404, 'salons.notFound') });
  await screen.findByText(t('salonPage.notFound.title'));
  expect(screen.getByRole('link', { name: t('deal.backHome') }).getAttribute('href')).toBe('/');
});

test('salon whose deals cannot be fetched, is shown without them and with a retry', async () => {
  const server = visit({ 'GET /api/salons/cela/deals': refuse(400, 'server.failed', 'Nuk funksionoi.') });
  await screen.findByText('Manicure.');
  await screen.findByText(t('salonPage.deals.failed'));
  server.on('GET /api/salons/cela/deals', () => []);
  await userEvent.click(screen.getByRole('button', { name: t('common.tryAgain') }));
  await screen.findByText(t('salonPage.deals.none'));
});
