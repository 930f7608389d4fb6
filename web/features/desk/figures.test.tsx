import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FIGURE_STEPS, type Figures as Found } from '#core/contract/figures.ts';
import { At, show, t } from '#test/dom.tsx';
import { fakeServer } from '#test/fake-server.ts';
import { Figures } from './figures.tsx';

const steps = (...counts: number[]) =>
  Object.fromEntries(FIGURE_STEPS.map((step, index) => [step, counts[index] ?? 0])) as Found['steps'];
const found = (more: Partial<Found>): Found => ({
  ...{ days: 30, from: '2026-10-30', to: '2026-11-28', steps: steps(), before: steps(), perDay: [], repeatBuyers: 0 },
  deals: [{ id: '00000000-0000-4000-8000-000000000001', title: 'Prerje', titleEn: null }],
  ...more,
});

test('share of a step is shown unless the step before is below 10 or smaller', async () => {
  // Saves are 25 % of views, carts as many as saves, orders more than carts, reviews 1 of 9.
  fakeServer({
    'GET /api/desk/figures': () => found({ steps: steps(40, 10, 10, 11, 9, 1), before: steps(40, 12, 3) }),
  });
  show(<Figures />, { at: '/desk?tab=figures' });
  await screen.findByText(t('figures.step.views'));
  const said = within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => within(item).queryByText(/ % /)?.textContent.split(' ')[0] ?? null);
  expect(said).toEqual([null, '25', '100', null, '82', null]);
  expect(screen.getByText(t('figures.same'))).toBeDefined();
  expect(screen.getByText(t('figures.less', { count: 2 }))).toBeDefined();
  expect(screen.getByText(t('figures.more', { count: 7 }))).toBeDefined();
});

test('figures without anything say so, and follow the period and deal in the address', async () => {
  const server = fakeServer({ 'GET /api/desk/figures': () => found({}) });
  const address = { at: '/desk?tab=figures&days=7' };
  show(
    <At path="/desk">
      <Figures />
    </At>,
    address,
  );
  expect(await screen.findByText(t('figures.empty'))).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText(t('figures.deal')), 'Prerje');
  await userEvent.selectOptions(screen.getByLabelText(t('figures.period')), '90');
  await screen.findByText(t('figures.empty'));
  expect(server.asked.filter((call) => call.includes('/desk/'))).toEqual([
    'GET /api/desk/figures?days=7',
    'GET /api/desk/figures?days=7&dealId=00000000-0000-4000-8000-000000000001',
    'GET /api/desk/figures?days=90&dealId=00000000-0000-4000-8000-000000000001',
  ]);
});
