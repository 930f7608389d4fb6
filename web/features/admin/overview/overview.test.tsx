import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { show } from '#test/dom.tsx';
import { fakeServer } from '#test/fake-server.ts';
import { TranslateProvider } from '#web/kit/i18n/i18n.tsx';
import { OverviewTab } from './overview.tsx';

test('open tasks name reported deals in the language of the page and lead to the thing', async () => {
  const task = (kind: string, label: string, labelEn: string | null = null) => ({
    kind,
    id: `${kind}-1`,
    label,
    labelEn,
  });
  fakeServer({
    'GET /api/admin/overview': () => ({
      tasks: [
        task('report', 'Prerje', 'Haircut'),
        task('report', 'Masazh'),
        task('request', 'salloni@example.al'),
        task('message', 'Pyetje'),
        task('payment', 'late'),
      ],
      open: { request: 1, message: 1, report: 2, payment: 1 },
      ...{ liveDeals: 1, pendingCash: { count: 0, total: 0 }, newUsers: 0, refundRate: null, orders: [], salons: [] },
      memberships: { entry: 0, silver: 0, gold: 0 },
    }),
  });
  show(
    <TranslateProvider value={translator('en', allWords.en.words)}>
      <OverviewTab />
    </TranslateProvider>,
    { at: '/admin?tab=overview' },
  );
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin?tab=deals&part=reports&open=report-1',
    '/admin?tab=deals&part=reports&open=report-1',
    '/admin?tab=requests&open=request-1',
    '/admin?open=message-1',
    '/admin?tab=money&part=attention&q=payment-1',
  ]);
  expect([screen.getByText('Haircut').lang, screen.getByText('Masazh').lang]).toEqual(['', 'sq']);
});
