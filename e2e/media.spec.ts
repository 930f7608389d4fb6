import type { Page } from '@playwright/test';
import { box, photo, video } from '#test/media-files.ts';
import { axeViolations } from './shop/axe.ts';
import { expect, test } from './shop/journey.ts';

/** A second of a changing colour, as a file that every Chromium plays. */
const record = (page: Page): Promise<Buffer> =>
  page
    .evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
      const context = canvas.getContext('2d');
      const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' });
      const parts: Blob[] = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      recorder.start();
      for (let step = 0; step < 20; step++) {
        if (context) context.fillStyle = `hsl(${step * 9} 70% 50%)`;
        context?.fillRect(0, 0, 320, 240);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const stopped = new Promise((resolve) => {
        recorder.onstop = resolve;
      });
      recorder.stop();
      await stopped;
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
    })
    .then((bytes) => Buffer.from(bytes));

test('dealer, uploading a video to the library with tags, shows it in a deal, where it plays on demand, and deletes it from the library', async ({
  page,
  open,
  shopper,
  watch,
}) => {
  await shopper.becomeDealer();
  await open('/profile');
  await page.getByRole('button', { name: 'Hap galerinë e fotove' }).click();
  const library = page.getByRole('dialog', { name: 'Galeria e fotove' });
  const name = `${shopper.email.slice(0, 6)}.webm`;
  await library.getByLabel('Skedari').setInputFiles({ name, mimeType: 'video/webm', buffer: await record(page) });
  await library.getByLabel('Kategoria', { exact: true }).selectOption('hair');
  await library.getByLabel('Etiketat').fill('balayage, , flokë,prerje');
  await library.getByRole('button', { name: 'Ngarko' }).click();
  await expect(page.getByText('Ngarkimi u krye me sukses')).toBeVisible();
  await library.getByLabel('Shfaq kategorinë').selectOption('hair');
  const tile = library.getByRole('button', { name, exact: true });
  await tile.click();
  const preview = page.getByRole('dialog', { name: 'Pamja paraprake' });
  await expect(preview.getByRole('listitem')).toContainText(['balayage', 'flokë', '+1']);
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Publiko një ofertë' }).click();
  const form = page.getByRole('dialog');
  const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    form.getByLabel('Ngarko', { exact: true }).first().setInputFiles(file);
  await choose({ name: 'a.avi', mimeType: 'video/x-msvideo', buffer: Buffer.from('RIFF0000AVI LIST') });
  await expect(form.getByText('Ky lloj skedari nuk pranohet ose skedari është shumë i madh.')).toBeVisible();
  // The server tells by the content.
  watch.expect(/415/);
  const heic = box('ftyp', 'heic', Buffer.alloc(4), 'mif1heic');
  await choose({ name: 'a.heic', mimeType: 'application/octet-stream', buffer: heic });
  await expect(form.getByText('Fotot HEIC nuk pranohen.')).toBeVisible();
  await choose({ name: 'a.jfif', mimeType: 'application/octet-stream', buffer: await photo() });
  await expect(form.getByAltText('Fotoja u shtua')).toHaveAttribute('src', /-640\.jpg$/);
  // Whole, but nothing that a browser plays.
  const hevc = box('free', 'hvc1', Buffer.alloc(6));
  await choose({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.concat([await video(), hevc]) });
  const poster = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await form.getByLabel('Zgjidh foton e videos').setInputFiles(poster);
  await expect(form.getByAltText('Videoja u shtua')).toHaveAttribute('src', /-640\.jpg$/);
  await expect(form.getByText('e luajnë këtë video (HEVC) pa figurë')).toBeVisible();
  await form.getByRole('button', { name: 'Galeria e fotove' }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const title = `Me video ${name}`;
  await form.getByLabel('Titulli i ofertës', { exact: true }).fill(title);
  await form.getByLabel('Kategoria').selectOption('hair');
  await form.getByLabel('Çmimi i ofertës (lekë)').fill('1200');
  await form.getByLabel('Emri i biznesit').fill('Salloni Provë');
  await form.getByRole('button', { name: 'Publiko një ofertë' }).click();
  await page.getByRole('dialog', { name: 'Oferta u publikua' }).getByRole('button', { name: 'Mbyll dritaren' }).click();
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card.locator('img')).toHaveAttribute('src', /^\/media\/.*-640\.jpg$/);
  const address = (await card.getByRole('link', { name: title }).getAttribute('href')) ?? '';
  await open(address);
  const player = page.locator('video');
  await expect(player).toHaveAttribute('poster', /-640\.jpg$/);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/media\/.*-960\.jpg$/);
  expect(await player.evaluate((each: HTMLVideoElement) => each.paused && each.readyState)).toBe(0);
  await player.evaluate((each: HTMLVideoElement) => each.play());
  await expect.poll(() => player.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0);

  await open('/profile');
  await page.getByRole('button', { name: 'Hap galerinë e fotove' }).click();
  await tile.click();
  await preview.getByRole('button', { name: 'Fshi' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Fshi' }).click();
  await expect(tile).toHaveCount(0);
  await open(address);
  await expect(player).toBeVisible();
});
