import type { Page } from '@playwright/test';
import { colour } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { stranger } from './shop/shopper.ts';

/** Presses Tab until the control with this name has focus; every stop on the way must be seen. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const matches = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
  for (let tab = 0; tab < 60; tab += 1) {
    await page.keyboard.press('Tab');
    // A message gives way once the browser has scrolled.
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    const stop = await page.evaluate(focusedStop);
    expect(stop.problem, `focus on “${stop.name}”`).toBe('');
    if (matches(stop.name)) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

/** In the page: the focused control's name, and what is wrong with how it shows. */
function focusedStop(): { name: string; problem: string } {
  const focused = document.activeElement as HTMLElement | null;
  if (!focused || focused === document.body) return { name: 'the page itself', problem: '' };
  const label = focused.id ? document.querySelector(`label[for="${focused.id}"]`)?.textContent : '';
  const name = (focused.getAttribute('aria-label') || label || focused.textContent || '').trim();
  const box = focused.getBoundingClientRect();
  const outlined = [focused, ...document.querySelectorAll(':focus-visible')].some((element) =>
    [null, '::after'].some((part) => {
      const style = getComputedStyle(element, part);
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
    }),
  );
  if (!outlined) return { name, problem: 'no outline' };
  if (box.width === 0 || box.height === 0) return { name, problem: 'no size' };
  const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1);
  const seen = [box.top + 2, box.top + box.height / 2, box.bottom - 2].some((y) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (focused.contains(top) || top.contains(focused) || top.closest('label, article') !== null);
  });
  return { name, problem: seen ? '' : `hidden at ${Math.round(box.top)}–${Math.round(box.bottom)} of ${innerHeight}` };
}

test('purchase, with the keyboard alone, succeeds', async ({ page, open }) => {
  await open('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Kalo te përmbajtja' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await tabTo(page, 'Kërko oferta');
  await page.keyboard.type('xhel qershise');
  await expect(page.getByRole('article')).toHaveCount(1);
  await tabTo(page, 'Manikyr xhel');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Manikyr xhel' });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await tabTo(page, /^Shto në shportë/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Duhet të hyni në llogari', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  // Until the page is there, the deal stands open, and Escape would close it.
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Duhet të hyni në llogari', { exact: true })).toBeHidden();

  const who = stranger();
  await tabTo(page, 'Keni llogari? Hyni');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Hyni në llogari' })).toBeFocused();
  await tabTo(page, 'Nuk keni llogari? Regjistrohuni');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Krijoni një llogari' })).toBeFocused();
  await tabTo(page, 'Email');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(who.email);
  await tabTo(page, 'Fjalëkalimi');
  await page.keyboard.type(who.password);
  await tabTo(page, /^Kam mbushur 16 vjeç/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/deal\//);
  await expect(page.getByText('U shtua në shportë', { exact: true })).toBeVisible();

  await open('/cart');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await tabTo(page, 'Rrit sasinë: Manikyr xhel');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('article').getByRole('status')).toHaveText('2');
  await tabTo(page, 'Vazhdo te pagesa');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Zgjidhni mënyrën e pagesës' })).toBeFocused();
  await expect(page.getByRole('link', { name: /^Paguaj në sallon/ })).toBeVisible();
  await tabTo(page, /^Paguaj në sallon/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Konfirmo porosinë' })).toBeVisible();
  await tabTo(page, 'Konfirmo porosinë');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Porosia u konfirmua', { exact: true })).toBeVisible();
  // Whoever uses keys is not led away from the code.
  await expect(page.getByRole('heading', { level: 1, name: 'Porosia juaj' })).toBeFocused();
  await tabTo(page, 'Kthehu te kryefaqja');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

/** Tabs through the page: every focused control is visible. */
async function seeEveryStop(page: Page, where: string): Promise<void> {
  const problems: string[] = [];
  let stops = 0;
  for (; stops < 80; stops += 1) {
    await page.keyboard.press('Tab');
    const { name, problem } = await page.evaluate(focusedStop);
    if (problem) problems.push(`“${name}”: ${problem}`);
    if (name === 'the page itself') break;
  }
  expect(stops, where).toBeGreaterThan(10);
  expect.soft(problems, where).toEqual([]);
}

test('focused control, on any screen, is not covered by a bar', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  for (const path of ['/', '/cart', '/login']) {
    await open(path);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await seeEveryStop(page, path);
  }
});
