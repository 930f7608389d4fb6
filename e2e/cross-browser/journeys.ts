/** What is tried in every engine, each with nobody signed in at first. To add one, add it to the list. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arta, besa } from '#db/world.ts';
import { addressesFor } from '#e2e/shop/addresses.ts';
import { colour } from '#e2e/shop/catalogue.ts';
import { stranger } from '#e2e/shop/shopper.ts';
import { photo } from '#test/media-files.ts';
import type { Page } from './page.ts';

export const journeys: Record<string, (page: Page) => Promise<void>> = {
  'public pages, opened one by one, show a heading and no error': (page) =>
    openAll(
      page,
      addressesFor('anyone').filter((path) => !path.startsWith('/?')),
    ),
  'pages of a shopper with a deal in the cart, opened one by one, show a heading and no error': async (page) => {
    await signUp(page);
    await add(page, colour.id);
    await openAll(page, addressesFor('user'));
  },
  'service worker, where the engine has one, serves the next pages, those of an administrator too': async (page) => {
    await page.goto('/');
    if (await page.evaluate(() => 'serviceWorker' in navigator)) {
      await page.until('the service worker to be active', noteWorker);
      await page.goto('/categories');
      await page.until('a page served by it', () => navigator.serviceWorker.controller?.state === 'activated');
    }
    await signInAsAdministrator(page);
    await openAll(page, [
      ...addressesFor('dealer', 'admin'),
      '/admin?tab=overview&part=announcements',
      '/admin?tab=audit',
    ]);
  },
  'cash purchase by a new shopper, once confirmed, is visible among the orders and in the inbox; its typed code is redeemed, is in the figures of the salon, and the visit is reviewed':
    async (page) => {
      const { email: username, password } = await register(page);
      await add(page, colour.id);
      await page.goto('/cart');
      await pressOn(page, 'link', 'Vazhdo te pagesa');
      await pressOn(page, 'link', 'Paguaj në sallon me para në dorë');
      await pressOn(page, 'button', 'Konfirmo porosinë');
      await page.waitFor('heading', 'Porosia juaj');
      const [code = ''] = /BK-[\w-]+/.exec(await page.waitFor('text', 'BK-')) ?? [];
      await page.goto('/profile');
      await page.waitFor('text', code);
      await page.waitFor('text', colour.title);
      await pressOn(page, 'button', '1 i palexuar');
      await pressOn(page, 'link', 'Porosia juaj u konfirmua');
      await page.waitFor('heading', 'Porosia juaj');
      const order = await page.evaluate(() => location.pathname);
      await page.clearCookies();
      await page.goto('/login');
      await send(page, '/api/auth/login', { username: besa.email, password: besa.password });
      await page.goto('/redeem');
      await page.fill('Shkruaj kodin', code);
      await pressOn(page, 'button', 'Kontrollo');
      await page.waitFor('text', 'Merrni 2');
      await pressOn(page, 'button', 'Prano kuponin');
      await page.waitFor('text', 'Kuponi u pranua');
      await page.goto('/desk');
      await page.waitFor('text', 'Para në dorë sot');
      await pressOn(page, 'link', 'Shifrat');
      await page.waitFor('heading', 'Nga shikimi te vlerësimi');
      await page.waitFor('heading', 'Pasqyrat e arkëtimeve me kartë');
      await page.clearCookies();
      await page.goto('/login');
      await send(page, '/api/auth/login', { username, password });
      await page.goto(order);
      await pressOn(page, 'button', '4 yje');
      await page.fill('Tregojuni të tjerëve si ishte', 'E kënaqur.');
      await pressOn(page, 'button', 'Dërgo vlerësimin');
      await page.waitFor('text', 'I publikuar');
    },
  'salon, shared and followed by a shopper, is found among the favorites': async (page) => {
    await signUp(page);
    await page.goto('/salon/thonjte-e-qershise');
    await page.click('button', 'Ndiq sallonin');
    await page.waitFor('button', 'E ndiqni');
    const byDevice = await page.evaluate(() => 'share' in navigator);
    await page.click('button', 'Shpërndaj');
    if (!byDevice) await page.waitFor('text', 'WhatsApp');
    await page.goto('/favorites');
    await page.waitFor('heading', 'Sallonet që ndiqni');
  },
  'request to post deals, approved, leads to a membership paid in a window of its own and a first deal with a photo':
    async (page) => {
      const email = await signUp(page);
      await page.goto('/profile');
      await page.click('button', 'Apliko për të publikuar oferta');
      await page.fill('NIPT', 'L12345678A');
      await page.click('button', 'Dërgo kërkesën');
      await page.waitFor('text', 'Në shqyrtim');
      await approve(email);
      await page.goto('/profile');
      await page.evaluate(keepOpened);
      await page.click('button', 'Zgjidh Fillestar');
      await page.otherWindow();
      await page.click('button', 'Paguaj');
      await page.otherWindow();
      await page.until('the window to close', () => (window as Opener).opened?.closed);
      await page.waitFor('text', 'Abonimi u aktivizua!');
      await page.waitFor('text', 'Mbeten 3 publikime');
      await post(page, `Prerje ${email.slice(0, 6)}`);
    },
  'administrator, with a request, a message, an order by card and a deal, approves, gives, answers, refunds and hides':
    async (page) => {
      const email = await signUp(page);
      await add(page, colour.id);
      await page.goto('/checkout?method=card');
      await page.click('button', '4242 4242 4242 4242');
      await page.click('button', 'USD');
      await page.waitFor('text', 'Pagesa u krye me sukses');
      await send(page, '/api/dealer-requests', { nipt: 'L12345678A', phone: '069 201 2345' });
      await send(page, '/api/support/messages', { message: 'Ku e gjej kodin?' });
      await moderate(page, email);
    },
};

/** Sends as whoever is signed in. */
async function send(page: Page, path: string, body: object): Promise<void> {
  await page.evaluate(
    (url, json) => {
      const headers = { 'content-type': 'application/json' };
      void fetch(url, { method: 'POST', headers, body: json }).then(({ ok }) => {
        document.body.dataset.sent = `${url} ${ok}`;
      });
    },
    path,
    JSON.stringify(body),
  );
  await page.until(`${path} to be sent`, (url) => document.body.dataset.sent === `${url} true`, path);
}

async function moderate(page: Page, email: string): Promise<void> {
  await page.clearCookies();
  await signInAsAdministrator(page);
  const tab = (name: string, query: string) => page.goto(`/admin?tab=${name}&q=${encodeURIComponent(query)}`);
  const press = (name: string) => pressOn(page, 'button', name);

  await tab('requests', email);
  await press('Mirato');
  await page.waitFor('text', 'Shënime për biznesin');
  await press('Mirato');
  await page.waitFor('text', 'E miratuar');

  await page.goto(`/admin?tab=users&part=business&q=${encodeURIComponent(email)}`);
  await press('Dhuro');
  await page.fill('Plani', 'Argjend');
  await press('Dhuro');
  await page.waitFor('text', 'Abonimi u dhurua');

  await tab('support', email);
  await press('Përgjigju');
  await page.fill('Përgjigjja', 'Te profili juaj.');
  await press('Dërgo përgjigjen');
  await page.waitFor('text', 'me përgjigje');

  await tab('money', email);
  await press('Hollësitë');
  await press('Rimburso ');
  await page.fill('Arsyeja', 'sallon');
  await press('Rimburso');
  await page.waitFor('text', 'E rimbursuar');

  const title = await dealOfEngine(page);
  await tab('deals', title);
  await press(`Veprime të tjera për ${title}`);
  await press('Mos e shfaq ofertën');
  await page.fill('Arsyeja (do ta shohë biznesi)', 'Provë');
  await press('Mos e shfaq ofertën');
  await page.waitFor('text', 'Fshehur nga administratori');
}

/** A toast or a bar may cover it, which the driver of WebKit takes for a failure. */
async function pressOn(page: Page, kind: 'button' | 'field' | 'link', name: string): Promise<void> {
  await page.waitFor(kind, name);
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-target]')?.click());
}

async function signInAsAdministrator(page: Page): Promise<void> {
  await page.goto('/login');
  await page.fill('Email', arta.email);
  await page.fill('Fjalëkalimi', arta.password);
  await page.click('button', 'Hyr');
  await page.until('the panel', () => location.pathname === '/admin');
}

/** In the page: it is registered some seconds after the first one. */
const noteWorker = () => {
  void navigator.serviceWorker.getRegistration().then((registration) => {
    document.body.dataset.worker = registration?.active?.state;
  });
  return document.body.dataset.worker === 'activated';
};

/** Of a deal that no other journey, and no other engine, needs. */
async function dealOfEngine(page: Page): Promise<string> {
  const isFirefox = await page.evaluate(() => navigator.userAgent.includes('Firefox'));
  const deals: { title: string }[] = await (await fetch(`${process.env.JOURNEYS_NODE_A}/api/deals?city=all`)).json();
  return deals.at(isFirefox ? -1 : -2)?.title ?? '';
}

/** A first deal, visible on the home page. */
async function post(page: Page, title: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'photo-'));
  await writeFile(join(folder, 'foto.jpg'), await photo({ width: 1600, height: 1200 }));
  await page.click('button', 'Publiko një ofertë');
  await page.chooseFile('Ngarko', join(folder, 'foto.jpg'));
  await page.fill('Titulli i ofertës', title);
  await page.fill('Kategoria', 'Flokë');
  await page.fill('Çmimi i ofertës', '1200');
  await page.fill('Emri i biznesit', 'Salloni Provë');
  await page.click('button', 'Publiko një ofertë');
  await page.waitFor('text', 'Mbeten 2 publikime');
  await page.goto(`/?search=${encodeURIComponent(title)}`);
  await page.waitFor('link', title);
  await page.until('its photo', () =>
    [...document.images].some(({ currentSrc, naturalWidth }) => currentSrc.includes('/media/') && naturalWidth > 0),
  );
  await rm(folder, { recursive: true });
}

type Opener = { opened?: Window | null };

/** In the page. */
const keepOpened = () => {
  const open = window.open.bind(window);
  window.open = (...how) => {
    const opened = open(...how);
    (window as Opener).opened = opened;
    return opened;
  };
};

/** As the administrator. */
async function approve(email: string): Promise<void> {
  const shop = process.env.JOURNEYS_NODE_A;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const send = (method: string, path: string, body: object | null) =>
    fetch(shop + path, { method, headers, body: body && JSON.stringify(body) });
  const login = await send('POST', '/api/auth/login', { username: arta.email, password: arta.password });
  headers.cookie = login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const requests: { id: string; user: { email: string } }[] = await (
    await send('GET', '/api/dealer-requests', null)
  ).json();
  const id = requests.find(({ user }) => user.email === email)?.id;
  const { status } = await send('PATCH', `/api/dealer-requests/${id}/status`, { status: 'approved' });
  if (status !== 200) throw new Error(`the approval was answered with ${status}`);
}

/** Signs up without a screen; resolves to the email. */
async function signUp(page: Page): Promise<string> {
  const { email, password } = stranger();
  await send(page, '/api/auth/register', { email, passwordHash: password, acceptsTerms: true });
  return email;
}

async function register(page: Page): Promise<ReturnType<typeof stranger>> {
  const who = stranger();
  const { email, password } = who;
  await page.goto('/login');
  await pressOn(page, 'button', 'Nuk keni llogari? Regjistrohuni');
  await page.fill('Email', email);
  await page.fill('Fjalëkalimi', password);
  await pressOn(page, 'field', 'pranoj');
  await pressOn(page, 'button', 'Krijo llogari');
  await page.until('the home page', () => location.pathname === '/');
  return who;
}

async function add(page: Page, dealId: string): Promise<void> {
  await page.goto(`/deal/${dealId}`);
  await pressOn(page, 'button', 'Shto në shportë');
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
