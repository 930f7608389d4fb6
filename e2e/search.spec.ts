import { expect, test } from './shop/journey.ts';

/** Each finds what the one before does not. */
const findings = [
  { typed: 'floke', city: 'tirana', finds: 'Lyerje e plotë flokësh dhe tharje me stilim' },
  { typed: 'manikir', city: 'tirana', finds: 'Manikyr xhel' },
  { typed: 'hair colour', city: 'tirana', finds: 'Lyerje e plotë flokësh dhe tharje me stilim' },
  { typed: 'korce', city: 'all', finds: 'Pedikyr kurativ' },
];

test('search, with typos, other language or city, finds the deal', async ({ page, open }) => {
  await open('/');
  const found = page.getByRole('article');
  let before = 'Manikyr xhel';
  for (const { typed, city, finds } of findings) {
    if (city !== 'tirana') await open(`/?city=${city}`);
    await page.getByRole('searchbox', { name: 'Kërko oferta' }).fill(typed);
    await expect(page).toHaveURL(new RegExp(`search=${typed.split(' ')[0]}`));
    await expect(found.getByRole('link', { name: before, exact: true }), typed).toHaveCount(0);
    await expect(found.getByRole('link', { name: finds, exact: true }), typed).toBeVisible();
    before = finds;
  }
});

test('search without results, repeats the query and offers all of Albania', async ({ page, open }) => {
  await open('/');
  const box = page.getByRole('searchbox');
  await box.fill('limfatik');
  await expect(page.getByRole('heading', { name: 'Nuk u gjet asnjë ofertë' })).toBeVisible();
  await expect(page.getByText('Nuk ka oferta për “limfatik”')).toBeVisible();
  await page.getByRole('button', { name: 'Kërko në të gjithë Shqipërinë' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'limfatik' }).first()).toBeVisible();
  await expect(page.getByLabel('Vendndodhja')).toHaveValue('all');
  await expect(box).toHaveValue('limfatik');
});

test('search, quick typing, sends one request after 50 ms', async ({ page, open }) => {
  await open('/');
  const asked: string[] = [];
  page.on('request', (request) => {
    // A list that is asked for anew, as time goes on, is none of it.
    const search = new URL(request.url()).searchParams.get('search');
    if (search !== null && request.url().includes('/api/deals?')) asked.push(search);
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox').pressSequentially('manikyr');
  await page.clock.runFor(49);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['manikyr']);
});
