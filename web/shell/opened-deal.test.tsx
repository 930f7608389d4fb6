import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { dealNumber, fakeServer } from '#test/fake-server.ts';
import { lazyWithRetry } from '#web/kit/lazy.tsx';
import { OpenedDeal } from './opened-deal.tsx';

test('dialog of a deal, script loading, has the title and the close button', async () => {
  const card = dealNumber(1);
  fakeServer({ 'GET /api/deals': () => card });
  const Content = lazyWithRetry<object>(() => new Promise(() => {}));
  const opened = (
    <OpenedDeal>
      <Content />
    </OpenedDeal>
  );
  await act(async () => void show(opened, { at: `/deal/${card.id}`, state: { preview: card } }));
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: card.title });
  expect([dialog.open, dialog.textContent]).toEqual([true, card.title + t('common.loading')]);
  expect(screen.getByRole('button', { name: t('a11y.closeDialog') })).toBeTruthy();
});
