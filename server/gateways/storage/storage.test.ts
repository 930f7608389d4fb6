import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { isBusy } from '#server/kit/http/failures.ts';
import { startS3 } from '#test/s3-server.ts';
import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';
import { copyMissing, type Storage } from './storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'bukuri-storage-'));
const s3 = await startS3();
afterAll(() => {
  rmSync(folder, { recursive: true });
  s3.server.close();
});

const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, i) => i % 251));
const namesIn = async (storage: Storage) =>
  (
    await Readable.from(storage.list())
      .map(({ name }) => name)
      .toArray()
  ).toSorted();
const read = async (storage: Storage, name: string, range?: { from: number; to: number }) => {
  const file = await storage.get(name, range);
  return file && buffer(file);
};

describe.each([
  ['disk', diskStorage(join(folder, 'media'))],
  ['S3', s3Storage(s3.config)],
])('%s', (kind, storage) => {
  test('file, stored from memory or disk, is read whole or in part until it is deleted', async () => {
    const path = join(folder, `source-${kind}`);
    writeFileSync(path, bytes);
    await storage.put('a-1.webp', new Blob([Uint8Array.from(bytes)], { type: 'image/webp' }));
    await storage.put('b.mp4', await openAsBlob(path, { type: 'video/mp4' }));
    for (const name of ['a-1.webp', 'b.mp4']) {
      expect(await storage.size(name)).toBe(bytes.length);
      expect((await read(storage, name))?.equals(bytes)).toBe(true);
      expect(await read(storage, name, { from: 1000, to: 1001 })).toEqual(bytes.subarray(1000, 1002));
    }
    await storage.put('b.mp4', new Blob(['other']));
    expect(String(await read(storage, 'b.mp4'))).toBe('other');
    await storage.delete('b.mp4');
    expect(await read(storage, 'b.mp4')).toBeNull();
    expect(await storage.size('b.mp4')).toBeNull();
    await storage.delete('b.mp4');
  });

  test('files, listed, have the time of their storage; what is missing is copied elsewhere', async () => {
    for (const name of ['c.jpg', 'd.jpg', 'e.jpg']) await storage.put(name, new Blob([name]));
    expect(await namesIn(storage)).toEqual(['a-1.webp', 'c.jpg', 'd.jpg', 'e.jpg']);
    for await (const { storedAt } of storage.list())
      expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(60_000);
    const copy = diskStorage(join(folder, `copy of ${kind}`));
    await copy.put('c.jpg', new Blob(['kept']));
    expect(await copyMissing(storage, copy)).toBe(3);
    expect(await namesIn(copy)).toEqual(await namesIn(storage));
    expect(String(await read(copy, 'c.jpg'))).toBe('kept');
  });

  test('file whose source breaks off, is not stored', async () => {
    const source = join(folder, `broken-${kind}`);
    writeFileSync(source, bytes);
    const blob = await openAsBlob(source);
    writeFileSync(source, 'changed');
    await expect(storage.put('f.jpg', blob)).rejects.toThrow();
    expect(await namesIn(storage)).not.toContain('f.jpg');
  });
});

test('files on S3, more than one request lists, are all listed', async () => {
  const many = await startS3();
  const names = Array.from({ length: 2100 }, (_, n) => `${n + 10_000}.jpg`);
  for (const name of names) many.objects.set(`media/${name}`, Buffer.from('x'));
  expect(await namesIn(s3Storage(many.config))).toEqual(names);
  many.server.close();
});

test('name with a path, on disk, is refused', async () => {
  const disk = diskStorage(folder);
  for (const name of ['../a', '/etc/passwd', 'a/b', '.hidden', '', 'a\\b']) {
    await expect(async () => disk.put(name, new Blob(['x'])), name).rejects.toThrow('no file name');
  }
});

test('S3 that refuses the key or is away, is no missing file', async () => {
  const wrong = s3Storage({ ...s3.config, accessKeyId: 'other' });
  await expect(wrong.get('a-1.webp')).rejects.toThrow('403');
  const stopped = await startS3();
  const away = s3Storage(stopped.config);
  await new Promise((closed) => stopped.server.close(closed));
  for (const ask of [() => away.size('a'), () => away.get('a'), () => away.put('a', new Blob(['x']))])
    await expect(ask()).rejects.toSatisfy(isBusy);
});
