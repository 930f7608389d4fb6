/** What is tried in every engine, each with nobody signed in at first. To add one, add it to the list. */
import { addressesFor } from '../shop/addresses.ts';
import { colour } from '../shop/catalogue.ts';
import { stranger } from '../shop/shopper.ts';
import type { Page } from './page.ts';

export const journeys: Record<string, (page: Page) => Promise<void>> = {
  'public pages, opened one by one, show a heading and no error': (page) => openAll(page, addressesFor('anyone')),
  'pages of a shopper with a deal in the cart, opened one by one, show a heading and no error': async (page) => {
    await register(page);
    await add(page, colour.id);
    await openAll(page, addressesFor('user'));
  },
  'cash purchase by a new shopper, once confirmed, is visible among the orders': async (page) => {
    await register(page);
    await add(page, colour.id);
    await page.goto('/cart');
    await page.click('link', 'Vazhdo te pagesa');
    await page.click('link', 'Paguaj në sallon me para në dorë');
    await page.click('button', 'Konfirmo porosinë');
    await page.waitFor('heading', 'Porosia juaj');
    const [code = ''] = /BK-[\w-]+/.exec(await page.waitFor('text', 'BK-')) ?? [];
    await page.goto('/profile');
    await page.waitFor('text', code);
    await page.waitFor('text', colour.title);
  },
};

async function register(page: Page): Promise<void> {
  const { email, password } = stranger();
  await page.goto('/login');
  await page.click('button', 'Nuk keni llogari? Regjistrohuni');
  await page.fill('Email', email);
  await page.fill('Fjalëkalimi', password);
  await page.click('field', 'pranoj');
  await page.click('button', 'Krijo llogari');
  await page.until('the home page', () => location.pathname === '/');
}

async function add(page: Page, dealId: string): Promise<void> {
  await page.goto(`/deal/${dealId}`);
  await page.click('button', 'Shto në shportë');
  await page.waitFor('text', 'U shtua në shportë');
}

/** All that are broken are named. */
async function openAll(page: Page, addresses: string[]): Promise<void> {
  const problems: string[] = [];
  for (const address of addresses) {
    try {
      await page.goto(address);
      await page.until('a heading', headingOfPage);
      if (await page.evaluate(offersRetry)) problems.push(`${address} shows an error`);
    } catch (error) {
      problems.push(`${address}: ${(error as Error).message}`);
    }
    problems.push(...(await page.errors()).map((error) => `${address}: ${error}`));
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** In the page: of the error page and of what could not be loaded. */
const offersRetry = () =>
  [...document.querySelectorAll('button')].some(({ textContent }) => textContent.includes('Provo përsëri'));

/** In the page. */
const headingOfPage = () => [...document.querySelectorAll('h1')].some((heading) => heading.checkVisibility());
