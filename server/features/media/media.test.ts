import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { media } from '#core/contract/media.ts';
import { MAX_UPLOAD_BYTES } from '#core/domain/media.ts';
import { parseTags } from '#core/domain/tags.ts';
import { type Client, startShop } from '#test/client.ts';
import { animation, box, costly, photo, pngHeader, still, video } from '#test/media-files.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal } from '#test/shoppers.ts';
import { deleteUnusedFiles } from './media.jobs.ts';

const shop = await startShop();
const besa = await shop.as({ email: 'besa@example.al', canPostDeals: true });
const dritan = await shop.as({ email: 'dritan@example.al', canPostDeals: true });
const arta = await shop.as({ email: 'arta@example.al', role: 'admin' });
const { dataDir } = shop.deps.config;

const fileOf = (bytes: Buffer | string, name = 'foto.jpg', type = 'image/jpeg') =>
  new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name, { type });
const upload = (client: Client, file: File, more: object = {}) => client(media.upload, { body: { file, ...more } });
const get = (url: string, headers = {}) => shop.guest().send({ url, headers });
const namesIn = (folder: string) => readdir(join(dataDir, folder)).catch(() => []);
const rows = async () => (await shop.pool.query('select count(*)::int as n from media_library')).rows[0].n;
const sizesOf = (url: string, widths = [320, 640, 960]) =>
  widths.flatMap((width) => ['webp', 'jpg'].map((format) => url.replace(/-400\.webp$|\.\w+$/, `-${width}.${format}`)));

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

test.each([
  [1, 0, 1],
  [3, 1, 1],
  [6, 1, 0],
  [8, 1, 2],
])(
  'photo with EXIF orientation %i, uploaded, is upright and without metadata in all sizes',
  async (orientation, x, y) => {
    const isTurned = orientation > 4;
    const tags = '["balayage", " ", " flokë "]';
    const bytes = await photo({ width: 1200, height: 600, orientation });
    const item = await upload(besa, fileOf(bytes, 'Foto ime ë.png', 'text/plain'), { category: 'hair', tags });
    expect(item).toMatchObject({
      originalName: 'Foto ime ë.png',
      mimeType: 'image/webp',
      category: 'hair',
      isActive: true,
    });
    expect(item.tags).toEqual(['balayage', 'flokë']);
    expect(item.url).toMatch(/^\/media\/[0-9a-f]{32}-[0-9a-f]{6}-400\.webp$/);
    for (const url of [item.url, ...sizesOf(item.url)]) {
      const { statusCode, rawPayload, headers } = await get(url);
      expect(statusCode, url).toBe(200);
      expect(headers).toMatchObject({ ...HEADERS, 'content-length': `${rawPayload.length}` });
      expect(headers['content-type']).toBe(url.endsWith('jpg') ? 'image/jpeg' : 'image/webp');
      const requested = Number(/-(\d+)\.\w+$/.exec(url)?.[1]);
      const width = url === item.url ? (isTurned ? 200 : 400) : Math.min(requested, isTurned ? 600 : 960);
      const found = await sharp(rawPayload).metadata();
      expect([found.width, found.height], url).toEqual([width, isTurned ? 2 * width : width / 2]);
      for (const kind of ['exif', 'xmp', 'icc', 'iptc']) expect(found).not.toHaveProperty(kind);
      expect(rawPayload.includes('Secret')).toBe(false);
      // Of a 3 × 3 raster of it, the field that should be red.
      const raster = await sharp(rawPayload).resize(3, 3, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer();
      const field = 3 * (3 * (isTurned ? y : 1) + (isTurned ? 1 : 2 * x));
      expect(raster[field], url).toBeGreaterThan(200);
    }
  },
);

test('file of the same person, uploaded again, is stored once; of another, apart', async () => {
  const bytes = await still('png');
  const first = await upload(besa, fileOf(bytes), { tags: 'një, dy,, dy' });
  expect(first).toMatchObject({ tags: ['një', 'dy'], category: null });
  await besa(media.remove, { params: { id: first.id } });
  expect(await upload(besa, fileOf(bytes), { category: '' })).toMatchObject({
    id: first.id,
    url: first.url,
    isActive: true,
  });
  expect((await upload(dritan, fileOf(bytes))).url).not.toBe(first.url);
});

test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
  '%s, uploaded with bytes behind it, animated or not, is accepted by its first frame',
  async (format) => {
    const bytes = format === 'gif' || format === 'webp' ? await animation(60, format) : await still(format);
    const withMore = Buffer.concat([bytes, Buffer.from('bytes of another program')]);
    expect(await upload(besa, fileOf(withMore))).toMatchObject({ mimeType: 'image/webp' });
  },
);

const part = (name: string, content: Buffer | string, more = '') =>
  Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const jpeg = await still('jpeg');
const png = await still('png');
const gif = await still('gif');
const webp = await still('webp');
const mp4 = await video();
const webm = await video({ container: 'webm' });
const ftyp = (brand: string) => box('ftyp', brand, Buffer.alloc(4), brand);
const file = (content: Buffer | string) => [part('file', content, '; filename="foto.jpg"')];
const withPoster = (content: Buffer) => [...file(content), part('poster', jpeg, '; filename="p.jpg"')];
const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
const zipEnd = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
const sized = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(value, at);
  return copy;
};

const hostile: [what: string, parts: Buffer[], answer: string][] = [
  ...[0.6].flatMap((share): [string, Buffer[], string][] =>
    Object.entries({ jpeg, png, gif, webp }).map(([kind, bytes]) => [
      `${kind} cut off after ${share}`,
      file(cut(bytes, share)),
      '400 media.damaged',
    ]),
  ),
  ['empty file', file(''), '400 media.empty'],
  ['one byte', file('\xff'), '415 media.type'],
  ['JPEG marker alone', file(Buffer.from('ffd8ff', 'hex')), '400 media.damaged'],
  ['SVG', file('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), '415 media.type'],
  ['SVG in XML', file('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), '415 media.type'],
  ['HTML called .jpg', file('<!doctype html><script>alert(1)</script>'), '415 media.type'],
  ['GIF that is a script', file('GIF89a/*\x00\x00\x00*/=1;alert(1)'), '400 media.damaged'],
  [
    'JPEG with a script behind',
    file(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])),
    '415 media.type',
  ],
  ['PNG with PHP behind', file(Buffer.concat([png, Buffer.from('<?php system(1);')])), '415 media.type'],
  ['JPEG that is a ZIP archive', file(Buffer.concat([jpeg, zipEnd])), '415 media.type'],
  ['ZIP', file('PK\x03\x04abcdefghijklmnop'), '415 media.type'],
  ['PDF', file('%PDF-1.7\n1 0 obj'), '415 media.type'],
  ['TIFF', file(Buffer.from('49492a0008000000', 'hex')), '415 media.type'],
  ['BMP', file('BM000000000000000000'), '415 media.type'],
  ['AVIF', file(ftyp('avif')), '415 media.type'],
  ['HEIC of an iPhone', file(ftyp('heic')), '415 media.heic'],
  ['HEIF collection', file(ftyp('mif1')), '415 media.heic'],
  ['WAV in RIFF', file('RIFF\x24\x00\x00\x00WAVEfmt '), '415 media.type'],
  ['PNG of no size', file(pngHeader(0, 10)), '400 media.damaged'],
  ['video without a poster', file(mp4), '400 media.poster'],
  ['video with a video as a poster', [...file(mp4), part('poster', mp4, '; filename="p"')], '415 media.type'],
  ['video with a broken poster', [...file(mp4), part('poster', cut(jpeg, 0.5), '; filename="p"')], '400 media.damaged'],
  ['MP4 cut off', withPoster(cut(mp4, 0.9)), '400 media.damaged'],
  ['MP4 without a movie box', withPoster(Buffer.concat([ftyp('isom'), box('mdat', 'x')])), '400 media.damaged'],
  ['MP4 whose box is too long', withPoster(sized(mp4, mp4.readUInt32BE(0), 0x7fffffff)), '400 media.damaged'],
  ['MP4 whose box is too short', withPoster(sized(mp4, mp4.readUInt32BE(0), 4)), '400 media.damaged'],
  ['MP4 of nothing but noise', withPoster(Buffer.concat([ftyp('isom'), Buffer.alloc(99, 255)])), '400 media.damaged'],
  [
    'WebM of nothing but noise',
    withPoster(Buffer.concat([webm.subarray(0, 60), Buffer.alloc(99, 255)])),
    '400 media.damaged',
  ],
  ['WebM without tracks', withPoster(webm.subarray(0, 100)), '415 media.codec'],
  [
    '10 MB and a byte',
    file(Buffer.concat([jpeg, Buffer.alloc(MAX_UPLOAD_BYTES + 1 - jpeg.length)])),
    '413 input.fileTooLarge',
  ],
  ['21 MB', file(Buffer.alloc(21 * 1024 ** 2)), '413 input.tooLarge'],
  ['no file', [part('tags', 'a')], '400 input.invalid'],
  ['file as a field', [part('file', 'text')], '400 input.invalid'],
  ['two files', [...file(jpeg), ...file(png)], '400 input.malformed'],
  ['five files', ['a', 'b', 'c', 'd', 'file'].map((name) => part(name, jpeg, '; filename="f"')), '400 input.malformed'],
  ['unknown category', [...file(jpeg), part('category', 'spa')], '400 input.invalid'],
  ['tags that are no list', [...file(jpeg), part('tags', '[1]')], '400 input.invalid'],
  ['21 tags', [...file(jpeg), part('tags', Array.from({ length: 21 }, (_, i) => i).join())], '400 input.invalid'],
  ['long tag', [...file(jpeg), part('tags', 'x'.repeat(41))], '400 input.invalid'],
  ['prototype as a field', [...file(jpeg), part('__proto__', 'x')], '400 input.malformed'],
  ['NUL in the name', [part('file', jpeg, '; filename="a\0.jpg"')], '400 input.encoding'],
  ['no parts', [Buffer.from('no parts at all')], '400 input.malformed'],
  [
    'part without an end',
    [Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc')],
    '400 input.malformed',
  ],
];

test('hostile and broken files, uploaded, are refused in the language of the reader and leave nothing', async () => {
  expect(hostile.length).toBeGreaterThan(35);
  const before = { rows: await rows(), files: await namesIn('media') };
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'accept-language': 'sq' };
  const found: [string, string][] = [];
  for (const [what, parts] of hostile) {
    const payload = Buffer.concat([...parts, Buffer.from(what.includes('without an end') ? '' : '--x--\r\n')]);
    const answer = await besa.send({ method: 'POST', url: media.upload.path, headers, payload });
    found.push([what, `${answer.statusCode} ${answer.json().code}`]);
    expect(answer.json(), what).toMatchObject({ message: expect.stringMatching(/[a-zë] /) });
  }
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(hostile.map(([what, , answer]) => [what, answer])));
  expect({ rows: await rows(), files: await namesIn('media') }).toEqual(before);
  await expect.poll(() => namesIn('uploads')).toEqual([]);
  expect(shop.log.lines.filter(({ text }) => text === 'failed')).toEqual([]);
}, 120_000);

test('upload, broken off, leaves no temporary file', async () => {
  const origin = new URL(await shop.listen());
  const cookie = [...besa.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = connect(Number(origin.port), origin.hostname);
  socket.write(
    `POST ${media.upload.path} HTTP/1.1\r\nHost: ${origin.host}\r\nCookie: ${cookie}\r\nContent-Length: 900000\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\n\r\n',
  );
  socket.write(Buffer.concat(file(Buffer.alloc(200_000))));
  await expect.poll(() => namesIn('uploads')).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => namesIn('uploads')).toEqual([]);
});

test('file of exactly 10 MB, uploaded, is accepted', async () => {
  const bytes = Buffer.concat([mp4, box('free', Buffer.alloc(MAX_UPLOAD_BYTES - mp4.length - 8))]);
  const item = await upload(besa, fileOf(bytes), { poster: fileOf(jpeg) });
  expect(item.size).toBeLessThan(mp4.length);
});

test.each([
  ['mp4', 'video/mp4'],
  ['mov', 'video/mp4'],
  ['webm', 'video/webm'],
  ['mkv', 'video/webm'],
] as const)(
  '%s with a poster, uploaded, is served without place and time, turned as it was',
  async (container, mimeType) => {
    const bytes = await video({ container });
    expect(bytes.includes('41.3275')).toBe(true);
    const item = await upload(dritan, fileOf(bytes), { poster: fileOf(jpeg), category: 'nails' });
    expect(item).toMatchObject({ mimeType, url: expect.stringMatching(/\.(mp4|webm)$/) });
    for (const url of sizesOf(item.url)) expect((await get(url)).statusCode).toBe(200);
    const { rawPayload } = await get(item.url);
    expect(rawPayload).toHaveLength(item.size);
    expect(rawPayload.includes('41.3275')).toBe(false);
    expect(rawPayload.includes('2020')).toBe(false);
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(rawPayload) });
    const track = await input.getPrimaryVideoTrack();
    const found = await Promise.all([track?.getRotation(), track?.getCodec()]);
    expect(found).toEqual([mimeType === 'video/webm' ? 0 : 90, 'vp9']);
  },
);

test('video, requested in ranges, answers these bytes', async () => {
  const item = await upload(dritan, fileOf(mp4), { poster: fileOf(jpeg) });
  const whole = await get(item.url);
  expect(whole.headers).toMatchObject({ ...HEADERS, 'content-type': 'video/mp4', 'accept-ranges': 'bytes' });
  const range = async (requested: string) => {
    const { statusCode, headers, rawPayload } = await get(item.url, { range: requested });
    return [statusCode, headers['content-range'], rawPayload.length];
  };
  const length = item.size;
  expect(await range('bytes=0-1')).toEqual([206, `bytes 0-1/${length}`, 2]);
  expect(await range('bytes=1000-')).toEqual([206, `bytes 1000-${length - 1}/${length}`, length - 1000]);
  expect(await range('bytes=-10')).toEqual([206, `bytes ${length - 10}-${length - 1}/${length}`, 10]);
  expect((await range(`bytes=${length}-`)).slice(0, 2)).toEqual([416, `bytes */${length}`]);
  for (const odd of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
    expect(await range(odd)).toEqual([200, undefined, length]);
  const head = await shop.guest().send({ method: 'HEAD', url: item.url });
  expect(head.headers).toMatchObject({ 'content-length': `${length}`, 'content-type': 'video/mp4' });
});

test('file, requested with its tag or by another name, answers 304 or 404', async () => {
  const { url } = await upload(besa, fileOf(webp));
  const { headers } = await get(url);
  expect((await get(url, { 'if-none-match': headers.etag })).statusCode).toBe(304);
  const head = await shop.guest().send({ method: 'HEAD', url });
  expect(head.headers).toMatchObject({ 'content-length': headers['content-length'], 'content-type': 'image/webp' });
  const name = url.slice('/media/'.length);
  const others = [
    'x',
    '',
    '..%2fpackage.json',
    '%2e%2e/package.json',
    name.replace('400', '401'),
    `${name}?x`,
    name.replace(/^./, 'g'),
  ];
  for (const other of [...others, name.replace(/^.{8}/, '00000000'), name.toUpperCase(), `${name}%00`]) {
    const expected = other.includes('?') ? 200 : other.endsWith('%00') ? 400 : 404;
    expect((await get(`/media/${other}`)).statusCode, other).toBe(expected);
  }
});

test('library, listed by dealers and administrators, is filtered by category and paged', async () => {
  const hair = await besa(media.list, { query: { category: 'hair' } });
  expect(hair).toHaveLength(4);
  expect(hair[0]).toEqual(expect.objectContaining({ category: 'hair', uploadedBy: expect.any(String) }));
  const hidden = hair.map((item) => ({ ...item, originalName: 'Foto', uploadedBy: null }));
  expect(await dritan(media.list, { query: { category: 'hair' } }), 'of others').toEqual(hidden);
  expect(await arta(media.list, { query: { category: 'hair' } })).toEqual(hair);
  const first = await arta.page(media.list, { query: { limit: '2', category: '' } });
  const second = await arta.page(media.list, { query: { limit: '2', cursor: first.next ?? '' } });
  expect([...first.items, ...second.items].map(({ createdAt }) => createdAt)).toEqual(
    [...first.items, ...second.items]
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .reverse(),
  );
  expect(await refusal(besa(media.list, { query: { category: 'spa' as never } }))).toBe('400 input.invalid');
});

test('file, deleted by its owner or an administrator but nobody else, leaves the library and stays where it is shown', async () => {
  const [shown, unused] = [await upload(besa, fileOf(gif)), await upload(besa, fileOf(await photo()))];
  const remove = (client: Client, id: string) => client(media.remove, { params: { id } });
  expect(await refusal(remove(dritan, shown.id))).toBe('404 media.notFound');
  await newDeal(shop.db, { imageUrl: shown.url.replace('-400.webp', '-960.jpg') });
  await remove(besa, shown.id);
  await remove(arta, unused.id);
  expect(await refusal(remove(besa, shown.id))).toBe('404 media.notFound');
  const listed = await besa(media.list);
  expect(listed.filter(({ id }) => id === shown.id || id === unused.id)).toEqual([]);

  await shop.deps.storage.put(`${'0'.repeat(32)}-ffffff-320.jpg`, new Blob(['x']));
  const kept = await namesIn('media');
  await deleteUnusedFiles(shop.deps);
  expect(await namesIn('media')).toEqual(kept);
  await shop.pool.query(`update media_library set updated_at = now() - interval '25 hours'`);
  shop.clock.move(25 * 3600 * 1000);
  await deleteUnusedFiles(shop.deps);
  const gone = kept.filter((name) => name.startsWith('0000') || unused.url.includes(name.slice(0, 39)));
  expect(gone).toHaveLength(8);
  expect((await namesIn('media')).toSorted()).toEqual(kept.filter((name) => !gone.includes(name)).toSorted());
  for (const url of sizesOf(shown.url)) expect((await get(url)).statusCode).toBe(200);
});

test('files of one person, with their variants beyond 300 MB a day, are refused', async () => {
  const of = async () => (await shop.pool.query('select sum(stored_bytes)::int as n from media_library')).rows[0].n;
  const before = await of();
  const { url } = await upload(dritan, fileOf(await photo({ width: 600 })));
  const sizes = [url, ...sizesOf(url)].map(async (each) => (await get(each)).rawPayload.length);
  expect((await of()) - before).toBe((await Promise.all(sizes)).reduce((sum, size) => sum + size));
  await shop.pool.query(`update media_library set stored_bytes = 315000000 where url = $1`, [url]);
  expect(await refusal(upload(dritan, fileOf(jpeg)))).toBe('429 media.quota');
});

test('files made to cost memory or time, uploaded at once by one account, leave the shop and other accounts alone', async () => {
  const files = await costly();
  expect(files.length).toBeGreaterThanOrEqual(10);
  const deal = await newDeal(shop.db);
  const before = process.memoryUsage().rss;
  let peak = before;
  const waits: number[] = [];
  const isOver = { yet: false };
  const watching = (async () => {
    while (!isOver.yet) {
      const asked = performance.now();
      await shop.guest().send({ url: `/api/deals/${deal}` });
      waits.push(performance.now() - asked);
      peak = Math.max(peak, process.memoryUsage().rss);
      await wait(100);
    }
  })();
  const attack = await shop.as({ email: 'sulm@example.al', canPostDeals: true });
  const answers = files.map(async ([what, bytes, expected]) => {
    const poster = /^(MP4|WebM)/.test(what) ? { poster: fileOf(jpeg) } : {};
    const answer = await refusal(upload(attack, fileOf(bytes), poster));
    expect(answer, what).toMatch(new RegExp(`^(${expected}|503 server.busy)$`));
  });
  const began = performance.now();
  await upload(arta, fileOf(await photo({ width: 240 })));
  expect(performance.now() - began).toBeLessThan(15_000);
  await Promise.all(answers);
  isOver.yet = true;
  await watching;
  expect(peak - before).toBeLessThan(150 * 1024 ** 2);
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(200);
}, 120_000);

test('tags, as a list or with commas, are read the same', () => {
  expect(parseTags(' a, ,b ,a')).toEqual(['a', 'b']);
  expect(parseTags('["a"," b "]')).toEqual(['a', 'b']);
  expect(parseTags('')).toEqual([]);
  for (const wrong of ['[', '[1]', '["a"', '[["a"]]', '["a\\u0000"]', '["\\ud83d"]'])
    expect(parseTags(wrong), wrong).toBeNull();
});
