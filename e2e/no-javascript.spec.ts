import { colour, onFirstPage } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

test.use({ javaScriptEnabled: false });

test.beforeEach(({ watch }) => {
  // Playwright switches scripts off with a policy of its own, which also stops their preloading.
  watch.expect(/^request failed: GET \S+\/assets\/\S+\.js csp$/);
  // The rest of the styles is for what changes.
  watch.expect(/was preloaded using link preload but not used/);
});

test('home, deal and categories, without JavaScript, are readable', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('article')).toHaveCount(onFirstPage(({ city }) => city === 'tirana'));
  await expect(page.getByRole('article').filter({ hasText: colour.title })).toContainText('2 200 lekë');
  // Nothing that would do nothing: the hearts, the bell, the filter.
  await expect(page.locator('[type=button]').filter({ visible: true })).toHaveCount(0);
  await page.getByRole('link', { name: colour.title }).last().click();
  await expect(page).toHaveURL(`/deal/${colour.id}`);
  await expect(page.getByRole('heading', { level: 1, name: colour.title })).toBeVisible();
  await expect(page.getByText('Rruga e Mështeknave 14')).toBeVisible();
  await expect(page.locator('main noscript p')).toContainText(
    'Për ta shtuar në shportë ose për ta ruajtur duhet JavaScript.',
  );
  await expect(page.getByRole('button', { name: /Shto në shportë/ })).toBeHidden();
  await page.getByRole('link', { name: 'Kthehu te kryefaqja' }).click();
  await page.getByRole('link', { name: 'Kategoritë' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Masazh/ })
    .click();
  await expect(page).toHaveURL('/?category=massage');
  const massages = onFirstPage(({ city, category }) => city === 'tirana' && category === 'massage');
  await expect(page.getByRole('article')).toHaveCount(massages);
});

test('search, city and language, without JavaScript, are forms and links', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('searchbox').fill('xhel');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/search=xhel/);
  await expect(page.getByRole('article').filter({ hasText: 'Manikyr xhel' }).first()).toBeVisible();
  await page.goto('/');
  await page.getByLabel('Vendndodhja').selectOption('korce');
  const go = page.getByRole('button', { name: 'Shko' });
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { y = 0, height = 0, x = 0, width: wide = 0 } = (await go.boundingBox()) ?? {};
    expect([y >= 0 && y + height <= 60, x + wide <= width], `${width} px`).toEqual([true, true]);
  }
  await go.click();
  await expect(page.getByRole('heading', { name: 'Oferta në Korçë' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Oferta në Korçë' })).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Deals in Korça' })).toBeVisible();
  await page.goto('/categories');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('legal and other static pages, without JavaScript, are readable', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Kushtet e shërbimit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kushtet e shërbimit' })).toBeVisible();
  await expect(page).toHaveURL('/terms-of-service');
  await expect(page.getByRole('main')).toContainText('operatori i kësaj faqeje');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Politika e privatësisë' }).click();
  await expect(page).toHaveURL('/privacy-policy');
  await expect(page.getByRole('main')).toContainText('Pas 90 ditësh i harrojmë.');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Aksesueshmëria' }).click();
  await expect(page).toHaveURL('/accessibility');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Për sallonet' }).click();
  await expect(page).toHaveURL('/for-salons');
  await expect(page.getByRole('main')).toContainText('4 200 lekë');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Rreth nesh' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('main').locator('img')).toHaveCount(7);
  await page.goto('/privacy-policy?lang=en');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
});

test('forms that need JavaScript, without it, say so and never leak input into the URL', async ({ page }) => {
  for (const path of ['/cart', '/favorites', '/checkout', '/profile', '/login']) {
    await page.goto(path);
    await expect(page.locator('main noscript p').first(), path).toBeInViewport();
    await expect(page.locator('main noscript p').first(), path).toContainText('Kjo faqe kërkon JavaScript.');
    await expect(page.locator('main [aria-busy=true]').filter({ visible: true }), path).toHaveCount(0);
  }
  await page.getByLabel('Email').fill('ana@bukuri.example');
  await page.getByLabel('Fjalëkalimi', { exact: true }).fill('what-nobody-may-read');
  await page.getByLabel('Fjalëkalimi', { exact: true }).press('Enter');
  await expect(page).toHaveURL('/login');
});
