import { expect, test } from './shop/journey.ts';

/** Each finds what the one before does not. */
const findings = [
  { typed: 'floke', city: 'tirana', finds: 'Lyerje e plotë flokësh dhe tharje me stilim' },
  { typed: 'xhel', city: 'tirana', finds: 'Manikyr xhel' },
  { typed: 'FLOKE', city: 'tirana', finds: 'Lyerje e plotë flokësh dhe tharje me stilim' },
  { typed: 'manikir', city: 'tirana', finds: 'Manikyr xhel' },
  { typed: 'masaz', city: 'tirana', finds: 'Masazh relaksues trupi, 60 minuta' },
  { typed: 'hair colour', city: 'tirana', finds: 'Lyerje e plotë flokësh dhe tharje me stilim' },
  { typed: 'korce', city: 'all', finds: 'Pedikyr kurativ' },
];

test('a visitor finds a deal by a word of it in any letters, with a slip, in the other language, and by its city', async ({
  page,
  open,
}) => {
  await open('/');
  let before = 'Manikyr xhel';
  for (const { typed, city, finds } of findings) {
    if (city !== 'tirana') await open(`/?city=${city}`);
    await page.getByRole('searchbox', { name: 'Kërko oferta' }).fill(typed);
    await expect(page).toHaveURL(new RegExp(`search=${typed.split(' ')[0]}`));
    await expect(page.getByRole('article').filter({ hasText: before }), typed).toHaveCount(0);
    await expect(page.getByRole('article').filter({ hasText: finds }), typed).toBeVisible();
    before = finds;
  }
});

test('a search that finds nothing repeats what was typed and offers all of Albania', async ({ page, open }) => {
  await open('/');
  const box = page.getByRole('searchbox');
  await box.fill('qerpikësh');
  await expect(page.getByRole('heading', { name: 'Nuk u gjet asnjë ofertë' })).toBeVisible();
  await expect(page.getByText('Nuk ka oferta për “qerpikësh”')).toBeVisible();
  await page.getByRole('button', { name: 'Kërko në të gjithë Shqipërinë' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'qerpikësh' }).first()).toBeVisible();
  await expect(page.getByLabel('Vendndodhja')).toHaveValue('all');
  await expect(box).toHaveValue('qerpikësh');
});

test('a search that names a city is offered that city, and one with a word too many what has the others', async ({
  page,
  open,
}) => {
  await open('/');
  await page.getByRole('searchbox').fill('pedikyr korce');
  await page.getByRole('link', { name: '“pedikyr” · 1 ofertë në Korçë' }).click();
  await expect(page).toHaveURL('/?search=pedikyr&city=korce');
  await expect(page.getByRole('article').filter({ hasText: 'Pedikyr kurativ' })).toBeVisible();
  await page.getByRole('searchbox').fill('pedikyr zzzzqq');
  await expect(page.getByText('Nuk ka oferta për “pedikyr zzzzqq”')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Përputhje të pjesshme' }).getByRole('article')).toHaveCount(1);
});

test('clearing the search brings the list back', async ({ page, open }) => {
  await open('/?search=zzzzqq');
  await expect(page.getByText('Nuk ka oferta për “zzzzqq”')).toBeVisible();
  await page.getByRole('button', { name: 'Pastro kërkimin' }).last().click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('markup in a search is only text', async ({ page, open }) => {
  await open(`/?search=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
  await expect(page.getByText('Nuk ka oferta për “<img src=x onerror=alert(1)>”')).toBeVisible();
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
});

test('one request is sent for quick typing, 50 ms after the last key', async ({ page, open }) => {
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
