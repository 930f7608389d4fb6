import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Till } from '#core/contract/tills.ts';
import { show, t } from '#test/dom.tsx';
import { fakeServer, refuse } from '#test/fake-server.ts';
import { OpenTill } from '#web/features/redeem/open-till.tsx';
import { Tills } from './tills.tsx';

const till = (id: number): Till => ({
  id: `0198c0de-0000-7000-8000-0000000000${String(id).padStart(2, '0')}`,
  name: `Arka ${id}`,
  createdAt: '2026-01-01T00:00:00Z',
  openedAt: null,
  lastUsedAt: null,
});
const open = (button: HTMLElement) => act(async () => void fireEvent.click(button));
const dialog = () => within(screen.getByRole('dialog'));

test('till, added, shows its link and QR code once; removed after a confirmation', async () => {
  let all: Till[] = [];
  const link = 'https://bukuri.al/till?token=abc';
  const server = fakeServer({
    'GET /api/tills': () => all,
    'POST /api/tills': () => {
      all = [till(1)];
      return { id: till(1).id, link, expiresAt: '2026-01-01T00:10:00Z' };
    },
    'DELETE /api/tills/': () => {
      all = [];
      return { success: true };
    },
  });
  show(<Tills />);
  await open(await screen.findByRole('button', { name: t('tills.add') }));
  await userEvent.type(await dialog().findByLabelText(t('tills.name')), 'Arka 1');
  await userEvent.click(dialog().getByRole('button', { name: t('tills.add') }));
  expect(await dialog().findByText(link)).toBeTruthy();
  expect(dialog().getByRole('img', { name: t('tills.link.qr') })).toBeTruthy();
  await userEvent.click(dialog().getByRole('button', { name: t('common.close') }));
  await open(await screen.findByRole('button', { name: t('tills.revoke.name', { name: 'Arka 1' }) }));
  await userEvent.click(await dialog().findByRole('button', { name: t('tills.revoke') }));
  await expect.poll(() => screen.queryByText('Arka 1')).toBeNull();
  expect(server.asked).toContain(`DELETE /api/tills/${till(1).id}`);
});

test('salon with ten tills, cannot add another', async () => {
  const server = fakeServer({ 'GET /api/tills': () => Array.from({ length: 10 }, (_, index) => till(index)) });
  show(<Tills />);
  await userEvent.click(await screen.findByRole('button', { name: t('tills.add') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent('POST')).toEqual([]);
});

test('link of a till, opened, uses it up only when the button is pressed, and says that it is over', async () => {
  const server = fakeServer({ 'POST /api/tills/open': refuse(409, 'tills.linkOver') });
  show(<OpenTill token="abc" />, { at: '/till?token=abc' });
  const button = await screen.findByRole('button', { name: t('till.open') });
  expect(server.asked).toEqual([]);
  await userEvent.click(button);
  await screen.findByRole('heading', { name: t('till.over') });
  expect(server.sent('POST')).toEqual([{ token: 'abc' }]);
});
