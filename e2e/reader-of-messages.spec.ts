import { colour, gelNails } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

const saved = 'Oferta u ruajt';
const removed = 'U hoq nga të ruajturat';

test('one message at a time, for five seconds', async ({ page, open, shopper: _ }) => {
  await page.clock.install();
  await open('/');
  await page.getByRole('button', { name: `Ruaj ofertën: ${gelNails.title}` }).click();
  await expect(page.getByText(saved, { exact: true })).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.getByRole('button', { name: `Hiq nga të ruajturat: ${gelNails.title}` }).click();
  await expect(page.getByText(removed, { exact: true })).toBeVisible();
  await expect(page.getByText(saved, { exact: true })).toHaveCount(0);
  await page.clock.runFor(4900);
  await expect(page.getByText(removed, { exact: true })).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.locator('[data-state=open]').filter({ hasText: removed })).toHaveCount(0);
  await page.clock.runFor(1100);
  await expect(page.getByText(removed, { exact: true })).toHaveCount(0);
});

test('F8 moves focus to the messages, and the close button takes one away', async ({ page, open }) => {
  await open('/');
  await page.getByRole('button', { name: `Ruaj ofertën: ${colour.title}` }).click();
  await expect(page.getByText(saved, { exact: true })).toBeVisible();
  const region = page.getByRole('region', { name: 'Njoftimet (F8)' });
  await page.keyboard.press('F8');
  await expect(region.getByRole('list')).toBeFocused();
  await region.getByRole('button', { name: 'Mbyll' }).click();
  await expect(page.getByText(saved, { exact: true })).toBeHidden();
});

test('a message that is sent away fades for a second and lets what it covers be pressed', async ({ page, open }) => {
  await open('/');
  await page.getByRole('button', { name: `Ruaj ofertën: ${colour.title}` }).click();
  const message = page.getByRole('region', { name: 'Njoftimet (F8)' }).getByRole('listitem', { includeHidden: true });
  await message.getByRole('button', { name: 'Mbyll' }).click();
  const { fading, inert } = await message.evaluate((element: HTMLElement) => ({
    fading: element.getAnimations().map(({ effect }) => effect?.getTiming().duration),
    inert: element.closest('[inert]') !== null,
  }));
  expect(fading).toEqual([1000]);
  expect(inert).toBe(true);
  await expect(message).toHaveCount(0);
});

for (const { pixels, goes } of [
  { pixels: 70, goes: true },
  { pixels: 30, goes: false },
]) {
  test(`a swipe of ${pixels} pixels to the right ${goes ? 'takes' : 'does not take'} a message away`, async ({
    page,
    open,
  }) => {
    await open('/');
    await page.getByRole('button', { name: `Ruaj ofertën: ${colour.title}` }).click();
    const text = page.getByText(saved, { exact: true });
    await expect(text).toBeVisible();
    const box = await text.boundingBox();
    if (!box) throw new Error('the message has no box');
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + 25, box.y + 5, { steps: 4 });
    await page.mouse.move(box.x + 5 + pixels, box.y + 5, { steps: 4 });
    await page.mouse.up();
    if (goes) await expect(text).toBeHidden();
    else {
      await expect(page.locator('[data-state=open]').filter({ hasText: saved })).toHaveCount(1);
      await expect(text).toBeVisible();
    }
  });
}

test('a message never lies on the bottom navigation', async ({ page, open }) => {
  await open('/');
  await page.getByRole('button', { name: `Ruaj ofertën: ${colour.title}` }).click();
  const message = page.getByRole('region', { name: 'Njoftimet (F8)' }).getByRole('listitem');
  await expect(message).toBeVisible();
  const box = await message.boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Navigimi kryesor' }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('a message can be seen and answered while a deal is open', async ({ page, open, shopper: _ }) => {
  await open('/');
  await page.getByRole('link', { name: colour.title }).last().click();
  const dialog = page.getByRole('dialog', { name: colour.title });
  await dialog.getByRole('button', { name: /Shto në shportë/ }).click();
  const message = dialog.getByText('U shtua në shportë', { exact: true });
  await expect(message).toBeVisible();
  const onTop = await message.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  });
  expect(onTop).toBe(true);
  await expect(dialog.getByRole('log')).toHaveText(/^U shtua në shportë\. Oferta u shtua në shportën tuaj\. /);
  await dialog.getByRole('button', { name: 'Mbyll', exact: true }).click();
  await expect(message).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('a message stays at the foot of the screen when a finger closes the deal it appeared in', async ({
  page,
  open,
  shopper: _,
}) => {
  await open('/');
  await page.getByRole('article').first().getByRole('link').tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Shto në shportë/ }).tap();
  await expect(dialog.getByText('U shtua në shportë', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Mbyll dritaren' }).tap();
  const message = page.getByRole('region', { name: 'Njoftimet (F8)' }).getByRole('listitem');
  await expect(dialog).toHaveCount(0);
  await expect(message).toBeVisible();
  const { y = 0, height = 0 } = (await message.boundingBox()) ?? {};
  const bar = await page.getByRole('navigation', { name: 'Navigimi kryesor' }).boundingBox();
  expect(Math.abs((bar?.y ?? 0) - (y + height))).toBeLessThan(40);
});

test('a message outlives the dialog it appeared in', async ({ page, open, shopper: _ }) => {
  await open('/');
  await page.getByRole('link', { name: colour.title }).last().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Shto në shportë/ })
    .click();
  await expect(page.getByText('U shtua në shportë', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('U shtua në shportë', { exact: true })).toBeVisible();
});
