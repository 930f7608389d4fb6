import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { fakeServer, refuse, signOut } from '#test/fake-server.ts';
import { Page } from './reset.page.tsx';

test('a link that is over says so in place of its form, and leads to another', async () => {
  signOut();
  fakeServer({ 'POST /api/auth/reset': refuse(400, 'accounts.linkOver', 'Ky link nuk vlen më.') });
  show(<Page />, { at: '/reset?token=abc' });
  fireEvent.change(screen.getByLabelText(new RegExp(`^${t('reset.new.password')}`)), {
    target: { value: 'tri gota me raki' },
  });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('reset.new.action') })));
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
  await vi.waitFor(() => expect(heading()).toBe(t('reset.over.title')));
  expect([screen.queryByRole('textbox'), said().join()]).toEqual([null, expect.not.stringContaining('Ky link')]);
  expect(screen.getByRole('link', { name: t('reset.again') }).getAttribute('href')).toBe('/reset');
});
