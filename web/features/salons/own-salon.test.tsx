import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import type { SalonProfile } from '#core/contract/salons.ts';
import { show, t } from '#test/dom.tsx';
import { ana, type FakeServer, fakeServer, refuse, signIn } from '#test/fake-server.ts';
import { SalonList } from '#web/features/admin/deals/salons.tsx';
import { OwnDeals } from '#web/features/own-deals/own-deals.tsx';
import { OwnSalon } from './own-salon.tsx';
import { hoursInWords } from './use-own-salon.ts';

const picture = (digit: number) => `/media/${String(digit).repeat(32)}-aabbcc-400.webp`;
const day = (weekday: number, opens = '09:00', closes = '19:00') => ({ weekday, opens, closes });
const salon: SalonProfile = {
  ...{
    id: '0190a5b2-0000-7000-8000-000000000077',
    slug: 'cela',
    version: 3,
    name: 'Çela',
    about: 'Manikyr.',
    aboutEn: null,
  },
  ...{ address: 'Rruga Taulantia 4', city: 'durres', location: '41.3,19.4', phone: '+355 69 201 2345' },
  ...{
    whatsapp: null,
    viber: null,
    instagram: 'cela.al',
    logoUrl: null,
    photos: [1, 2, 3].map(picture),
    shareImage: null,
    isAvailable: true,
  },
  hours: [day(1), day(2)],
  holidays: ['2099-01-01'],
};

const dialog = () => within(screen.getByRole('dialog'));
const field = (label: string) => dialog().getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(field(label), { target: { value } }));
const press = (name: string) => userEvent.click(dialog().getByRole('button', { name }));
const parentOf = (element: HTMLElement) => element.parentElement ?? element;
const pressed = () => document.activeElement?.getAttribute('aria-label');

async function openForm(button: HTMLElement, first: string) {
  await act(async () => void fireEvent.click(button));
  await dialog().findByLabelText(first);
}

async function open(own: SalonProfile | null): Promise<FakeServer> {
  signIn();
  const server = fakeServer({ 'GET /api/user/salon': () => own, 'PUT /api/user/salon': () => salon });
  show(<OwnSalon />, { at: '/profile' });
  const name = t(own ? 'ownSalon.edit' : 'ownSalon.create');
  await openForm(await screen.findByRole('button', { name }), t('salonForm.name'));
  return server;
}

test('profile of a dealer without a salon, is created with name and hours; intervals are checked', async () => {
  const server = await open(null);
  await press(t('salonForm.save'));
  expect(document.activeElement).toBe(field(t('salonForm.name')));
  await type(t('salonForm.name'), 'Çela');
  const monday = t('salon.day.1');
  await userEvent.click(field(monday));
  await press(t('salonForm.hours.add', { day: monday }));
  await press(t('salonForm.save'));
  expect(dialog().getByText(t('salonForm.hours.wrong'))).toBeTruthy();
  expect(server.sent('PUT')).toEqual([]);
  await press(t('salonForm.hours.remove', { number: 2, day: monday }));
  await type(t('salonForm.hours.closes', { day: monday }), '00:00');
  const saturday = t('salon.day.6');
  await userEvent.click(field(saturday));

  await type(t('salonForm.hours.opens', { day: saturday }), '20:00');
  expect(dialog().queryByText(t('salonForm.hours.nextDay'))).toBeNull();
  await type(t('salonForm.hours.closes', { day: saturday }), '01:00');
  expect(dialog().getByText(t('salonForm.hours.nextDay'))).toBeTruthy();
  await press(t('salonForm.save'));
  await screen.findByRole('link', { name: t('ownSalon.view') });
  expect(server.sent('PUT')).toEqual([
    { name: 'Çela', city: 'tirana', version: 0, hours: [day(1, '09:00', '24:00'), day(6, '20:00', '01:00')] },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('photos and holidays, moved, removed and added, are sent in their order; focus stays near', async () => {
  const server = await open(salon);
  await press(t('salonForm.photos.right', { number: 1 }));
  expect(pressed()).toBe(t('salonForm.photos.right', { number: 2 }));
  await press(t('salonForm.photos.left', { number: 1 }));
  await press(t('salonForm.photos.remove', { number: 3 }));
  expect(pressed()).toBe(t('salonForm.photos.remove', { number: 2 }));
  await press(t('salonForm.holidays.remove', { day: '1 janar 2099' }));
  await type(t('salonForm.holidays'), '2099-03-14');
  await press(t('salonForm.holidays.add'));
  await press(t('salonForm.hours.same'));
  await press(t('salonForm.save'));
  await act(async () => {});
  expect(server.sent('PUT')).toMatchObject([
    { photos: [picture(2), picture(1)], holidays: ['2099-03-14'], hours: salon.hours, instagram: 'cela.al' },
  ]);
});

test('profile, refused for a field, shows the error there and keeps what was typed', async () => {
  const server = await open(salon);
  server.on('PUT /api/user/salon', () => {
    const details = { fields: { viber: 'invalidPhone' } };
    return refuse(400, 'input.invalid', JSON.stringify(details))({ path: '', body: null });
  });
  await type('Viber', '069 201');
  await press(t('salonForm.save'));
  expect(field('Viber').value).toBe('069 201');
  expect(field('Viber').getAttribute('aria-invalid')).toBe('true');
});

test('profile, saved elsewhere meanwhile, keeps what was typed, shows what was saved and replaces it only then', async () => {
  const server = await open(salon);
  const saved = { ...salon, version: 4, address: 'Rruga e Re 1', about: 'Pedikyr.', photos: [picture(5)] };
  server.on('PUT /api/user/salon', () => {
    throw new ApiError(409, JSON.stringify({ code: 'salons.changed', message: 'U ndryshua', details: { saved } }), '');
  });
  await type(t('dealForm.address'), 'Rruga Tjetër 2');
  await press(t('salonForm.photos.remove', { number: 1 }));
  await type('Viber', '069 201 2345');
  await press(t('salonForm.save'));
  const notice = within(
    await dialog()
      .findByRole('heading', { name: t('salonForm.changed') })
      .then(parentOf),
  );
  expect(notice.getAllByRole('term').map((term) => term.textContent)).toEqual([
    t('dealForm.address'),
    t('salonForm.photos'),
  ]);
  expect(notice.getByText('Rruga e Re 1')).toBeTruthy();
  expect(field(t('dealForm.address')).value).toBe('Rruga Tjetër 2');
  expect(field(t('salonForm.about')).value).toBe('Pedikyr.');
  server.on('PUT /api/user/salon', () => saved);
  await press(t('salonForm.save'));
  await act(async () => {});
  const typed = { address: 'Rruga Tjetër 2', photos: [picture(2), picture(3)], viber: '069 201 2345' };
  expect(server.sent('PUT')).toMatchObject([
    { ...typed, version: 3, about: salon.about },
    { ...typed, version: 4, about: 'Pedikyr.' },
  ]);
});

test('form of a first deal, of a dealer with a salon, is filled from the salon', async () => {
  signIn();
  fakeServer({
    'GET /api/user/salon': () => salon,
    'GET /api/user/deals/totals': () => ({
      posted: 0,
      active: 0,
      views: 0,
      likes: 0,
      shares: 0,
      sold: 0,
      followers: 0,
    }),
    'GET /api/user/deals?': () => [],
    'GET /api/membership': () => ({ isLive: true, postsRemaining: 3 }),
    'GET /api/categories': () => [{ slug: 'hair', name: 'Flokë' }],
    'GET /api/deals?': () => [],
  });
  show(<OwnDeals user={{ ...ana, canPostDeals: true }} onPosted={() => {}} />, { at: '/profile' });
  await screen.findByText(t('myDeals.empty'));
  await openForm(screen.getByRole('button', { name: t('dealForm.post') }), t('dealForm.title'));
  const filled = [
    'businessName',
    'city',
    'phone',
    'address',
    'hours',
    'location',
    'socialLink',
    'businessInfo',
  ] as const;
  expect(filled.map((name) => field(t(`dealForm.${name}`)).value)).toEqual([
    ...['Çela', 'durres', '+355 69 201 2345', 'Rruga Taulantia 4', '9 AM - 7 PM', '41.3,19.4'],
    ...['https://www.instagram.com/cela.al/', 'Manikyr.'],
  ]);
});

test.each([
  [[day(1), day(2)], '9 AM - 7 PM'],
  [[day(1, '00:30', '12:00')], '12:30 AM - 12 PM'],
  [[day(1, '12:30', '24:00')], '12:30 PM - 12 AM'],
  [[day(1), day(2, '10:00')], null],
  [[day(1, '09:00', '12:00'), day(1, '12:00', '15:00')], null],
  [[], null],
])('hours %j, in the words of a deal, are %j', (hours, words) => {
  expect(hoursInWords(hours)).toBe(words);
});

test('profile of a salon on another page of the list, edited by an administrator, is fetched and saved at its id', async () => {
  const { id, slug, name, city } = salon;
  const row = { id, slug, name, city, owner: null, dealCount: 0, profile: salon };
  const server = fakeServer({
    'GET /api/admin/salons': () => [],
    [`GET /api/admin/salons?q=${id}`]: () => [row],
    [`PUT /api/admin/salons/${id}`]: () => salon,
  });
  show(<SalonList />, { at: `/admin?tab=deals&part=salons&open=${id}&do=edit` });
  expect(await screen.findByLabelText(t('salonForm.name'))).toHaveProperty('value', name);
  await type(t('dealForm.address'), 'Rruga e re 5');
  await press(t('salonForm.save'));
  expect(server.sent('PUT')).toMatchObject([{ name, address: 'Rruga e re 5', hours: salon.hours, version: 3 }]);
});
