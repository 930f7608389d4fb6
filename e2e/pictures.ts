/**
 * `npm run pictures`: every page of the route table at ten widths, in both languages, light and dark, as sheets in
 * `docs/pictures/pages`, for whoever wants to look through the whole shop, and what a page is in the middle of something.
 * With addresses or names of such moments behind it: those alone.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { Access } from '#core/domain/access.ts';
import { ana, arta, besa, type Person } from '#db/world.ts';
import config from '../playwright.config.ts';
import { markdownTable } from '../scripts/markdown-table.ts';
import { addressesFor } from './shop/addresses.ts';
import { colour, gelNails, inDatabase, massage } from './shop/catalogue.ts';
import { WIDTHS } from './shop/fit.ts';
import openShop from './shop/open-shop.ts';
import { phoneLetters } from './shop/phone-letters.ts';
import { rowOf, type Shot, sheetOf } from './shop/sheet.ts';
import { signIn } from './shop/shopper.ts';

const FOLDER = 'docs/pictures/pages';
const isPhone = (width: number) => width < 500;
const phones = WIDTHS.filter(isPhone);
/** How much of a page is shown, in its px. */
const heightOf = (width: number) => (isPhone(width) ? 1400 : 1200);
/** What is light is there to be read, what is dark to be looked at. */
const SCALES = { light: { phone: 0.6, desk: 0.4 }, dark: { phone: 0.4, desk: 0.25 } };

interface Look {
  language: 'sq' | 'en';
  theme: keyof typeof SCALES;
}
const LOOKS: readonly Look[] = [
  { language: 'sq', theme: 'light' },
  { language: 'sq', theme: 'dark' },
  { language: 'en', theme: 'light' },
  { language: 'en', theme: 'dark' },
];
/** Who looks at the pages that are for them. */
const VISITORS: readonly { access: Access; who: Person | null }[] = [
  { access: 'anyone', who: null },
  { access: 'user', who: ana },
  { access: 'dealer', who: besa },
  { access: 'admin', who: arta },
];

/** What no address shows; light in Albanian and dark in English, since each is a page that is there already. */
interface Moment {
  name: string;
  access: Access;
  address: string;
  begin: (page: Page) => Promise<unknown>;
  end?: () => Promise<unknown>;
}
const opened = async (page: Page, what: string) => {
  await page.locator(what).first().click();
  await page.locator('dialog[open]').waitFor();
};
const withdraw = (isAway: boolean) =>
  inDatabase('update deals set is_active = not $1::boolean where id = $2', [isAway, gelNails.id]);
const MOMENTS: readonly Moment[] = [
  { name: 'deal-dialog', access: 'anyone', address: '/', begin: (page) => opened(page, 'article a') },
  {
    name: 'filter-sheet',
    access: 'anyone',
    address: '/',
    begin: (page) => opened(page, 'main [aria-haspopup=dialog]'),
  },
  {
    name: 'cart-withdrawn',
    access: 'user',
    address: '/cart',
    begin: async (page) => {
      await withdraw(true);
      await page.reload();
      await page.locator('html[data-ready]').waitFor();
    },
    end: () => withdraw(false),
  },
];
const LOOKS_OF_MOMENTS = [LOOKS[0], LOOKS[3]] as readonly Look[];

const only = process.argv.slice(2);
const isWanted = (what: string) => only.length === 0 || only.includes(what);
const ID_BUT_ITS_START = /(?:-[\da-f]{4}){3}-[\da-f]{12}/;

function nameOf(what: string, { language, theme }: Look): string {
  const words = what.replace(ID_BUT_ITS_START, '').match(/\w+/g) ?? ['home'];
  return `${words.join('-')}.${language}.${theme}.webp`;
}

const folder = mkdtempSync(join(tmpdir(), 'bukuri-pictures-'));
const env = { ...process.env, ...phoneLetters(folder) };
const close = await openShop();
const browser = await chromium.launch({ ...config.use?.launchOptions, env });
try {
  if (only.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await withPage(LOOKS[0] as Look, buyAsAna);
  for (const look of LOOKS) await withPage(look, (page) => lookThrough(page, look));
  if (only.length === 0) writeFileSync(`${FOLDER}/README.md`, index());
} finally {
  await browser.close();
  await close();
  rmSync(folder, { recursive: true });
}

async function withPage({ language, theme }: Look, work: (page: Page) => Promise<void>): Promise<void> {
  const shop = process.env.JOURNEYS_NODE_A ?? '';
  const context = await browser.newContext({
    baseURL: shop,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Tirane',
  });
  await context.addCookies([{ name: 'language', value: language, url: shop }]);
  await work(await context.newPage());
  await context.close();
}

/** An order, a filled cart and a saved deal, so that her pages have something to show. */
async function buyAsAna(page: Page): Promise<void> {
  const sessionId = 'session_pictures';
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data: { ...data, sessionId } });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  };
  await signIn(page, ana);
  await send('/api/cart', { dealId: massage.id, quantity: 1 });
  await send('/api/cash-payment', {});
  for (const { id } of [colour, gelNails]) await send('/api/cart', { dealId: id, quantity: 1 });
  await send('/api/favorites', { dealId: gelNails.id });
}

async function lookThrough(page: Page, look: Look): Promise<void> {
  for (const { access, who } of VISITORS) {
    const addresses = addressesFor(access).filter(isWanted);
    const moments = MOMENTS.filter(
      (it) => it.access === access && isWanted(it.name) && LOOKS_OF_MOMENTS.includes(look),
    );
    if (addresses.length + moments.length > 0 && who) await signIn(page, who);
    for (const address of addresses) {
      await open(page, address);
      await draw(page, address, look);
    }
    for (const { name, address, begin, end } of moments) {
      await page.setViewportSize({ width: 390, height: heightOf(390) });
      await open(page, address);
      await begin(page);
      await draw(page, name, look);
      await end?.();
    }
  }
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('html[data-ready]').waitFor();
}

async function draw(page: Page, what: string, look: Look): Promise<void> {
  const { phone, desk } = SCALES[look.theme];
  const shots: Shot[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: heightOf(width) });
    await page.evaluate(rest);
    shots.push({ width, png: await page.screenshot(), scale: isPhone(width) ? phone : desk });
  }
  const file = `${FOLDER}/${nameOf(what, look)}`;
  writeFileSync(file, await sheetOf(browser, shots, rowOf(phones, phone)));
  process.stdout.write(`${file} ${Math.round(statSync(file).size / 1024)} KB\n`);
}

/** In the page: what was on its way is there. */
async function rest(): Promise<void> {
  const deadline = performance.now() + 5000;
  const isOnItsWay = () =>
    document.querySelector('[aria-busy=true]') !== null || [...document.images].some(({ complete }) => !complete);
  do for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  while (isOnItsWay() && performance.now() < deadline);
}

function index(): string {
  const addresses = VISITORS.flatMap(({ access }) => addressesFor(access));
  const row = (address: string) => [
    `\`${address}\``,
    ...LOOKS.map((look) => `[${look.language}, ${look.theme}](${nameOf(address, look)})`),
  ];
  const picture = (what: string) => `## ${what}\n\n![](${nameOf(what, LOOKS[0] as Look)})\n`;
  const moment = ({ name }: Moment) => [
    name.replace('-', ' '),
    ...LOOKS.map((look) =>
      LOOKS_OF_MOMENTS.includes(look) ? `[${look.language}, ${look.theme}](${nameOf(name, look)})` : '',
    ),
  ];
  return [
    '# Every page at ten widths',
    '',
    'Made by `npm run pictures`, in the letters of most phones.',
    '',
    markdownTable(['page', ...LOOKS.map(() => '')], [...addresses.map(row), ...MOMENTS.map(moment)]),
    '',
    ...[...addresses, ...MOMENTS.map(({ name }) => name)].map(picture),
  ].join('\n');
}
