import { act, fireEvent, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { AddressProvider } from '#web/kit/address.ts';
import { savePreference, storedCity } from '#web/kit/preferences.ts';
import { pageAt } from '#web/routes.ts';
import { Chosen } from './chosen.tsx';
import { FindButton } from './find-button.tsx';
import { filterOf } from './use-home-filter.ts';

/** What stands above a list, at wherever it led. */
function Above() {
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search);
  return (
    <AddressProvider value={pageAt(pathname, asked)}>
      <FindButton />
      <Chosen filter={{ ...filterOf(asked), city: 'tirana' }} />
      <output>{search}</output>
    </AddressProvider>
  );
}

const address = () => screen.getByRole('status', { name: '' }).textContent;

async function openSheet(at: string) {
  show(<Above />, { at });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: t('find.open') })));
  await screen.findByLabelText(t('find.price.from'));
  return within(screen.getByRole('dialog', { name: t('find.open'), hidden: true }));
}

const press = (sheet: ReturnType<typeof within>, name: string) =>
  fireEvent.click(sheet.getByRole('button', { name, hidden: true }));

test('what is chosen stands in the address, beside what stood there', async () => {
  const sheet = await openSheet('/?category=nails');
  fireEvent.click(sheet.getByLabelText(t('find.sort.price')));
  fireEvent.change(sheet.getByLabelText(t('find.price.from')), { target: { value: '1.000' } });
  press(sheet, t('find.apply'));
  await vi.waitFor(() => expect(address()).toBe('?category=nails&sort=price&minPrice=1000'));
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: t('find.remove', { what: t('find.sort.price') }) }));
  expect(address()).toBe('?category=nails&minPrice=1000');
});

test.each([
  ['3 000', '1000', '?minPrice=1000&maxPrice=3000'],
  ['', '2.500,00', '?maxPrice=2500'],
  ['0', 'shumë', ''],
  ['1,000.50', '', '?minPrice=1000'],
])('prices from “%s” to “%s” are understood', async (from, to, expected) => {
  const sheet = await openSheet('/?sort=newest');
  fireEvent.click(sheet.getByLabelText(t('find.sort.default')));
  fireEvent.change(sheet.getByLabelText(t('find.price.from')), { target: { value: from } });
  fireEvent.change(sheet.getByLabelText(t('find.price.to')), { target: { value: to } });
  press(sheet, t('find.apply'));
  await vi.waitFor(() => expect(address()).toBe(expected));
});

test('a price that no deal may have is refused in its place, and no other taken instead', async () => {
  const sheet = await openSheet('/?category=nails');
  const to = sheet.getByLabelText(t('find.price.to'));
  fireEvent.change(to, { target: { value: '123456789' } });
  press(sheet, t('find.apply'));
  expect(document.querySelector('output')?.textContent).toBe('?category=nails');
  const why = sheet.getByText(t('find.price.tooHigh'));
  expect([to.getAttribute('aria-invalid'), to.getAttribute('aria-describedby')]).toEqual(['true', why.id]);
  expect(document.activeElement).toBe(to);
  fireEvent.change(to, { target: { value: '1500.00 lekë' } });
  press(sheet, t('find.apply'));
  await vi.waitFor(() => expect(address()).toBe('?category=nails&maxPrice=1500'));
});

test('the sheet begins with what is shown, and takes all of it back but the city', async () => {
  const sheet = await openSheet('/?category=nails&city=all&sort=rating&minPrice=1000&maxPrice=3000');
  expect((sheet.getByLabelText(t('find.sort.rating')) as HTMLInputElement).checked).toBe(true);
  expect((sheet.getByLabelText(t('find.price.to')) as HTMLInputElement).value).toBe('3000');
  expect((sheet.getByLabelText(t('city.label')) as HTMLSelectElement).value).toBe('all');
  fireEvent.click(sheet.getByRole('link', { name: t('find.clear'), hidden: true }));
  await vi.waitFor(() => expect(address()).toBe('?category=nails&city=all'));
});

test('the city chosen in it is the city from then on', async () => {
  savePreference('selectedCity', 'durres');
  const sheet = await openSheet('/?city=durres');
  fireEvent.change(sheet.getByLabelText(t('city.label')), { target: { value: 'tirana' } });
  press(sheet, t('find.apply'));
  await vi.waitFor(() => expect(address()).toBe(''));
  expect(storedCity()).toBe('tirana');
});
