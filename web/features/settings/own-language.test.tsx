import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { ana, fakeServer, noAnswer, signIn } from '#test/fake-server.ts';
import { OwnLanguage } from './own-language.tsx';

const PUT = 'PUT /api/user/language';

test('whoever reads in another language than they are written in is written to in that one', async () => {
  signIn();
  const server = fakeServer({ 'GET /api/auth/me': () => ({ user: { ...ana, language: 'en' } }), [PUT]: noAnswer });
  const { queries, unmount } = show(<OwnLanguage />);
  await vi.waitFor(() => expect(server.sent('PUT')).toEqual([{ language: 'sq' }]));
  unmount();
  server.on(PUT, () => ({ success: true }));
  server.on('GET /api/auth/me', () => ({ user: { ...ana, language: 'en' } }));
  show(<OwnLanguage />);
  await vi.waitFor(() => expect(server.sent('PUT')).toHaveLength(2));
  await act(async () => void (await queries.invalidateQueries()));
  expect(server.sent('PUT')).toHaveLength(2);
});
