/** Rows that say what cannot be are found out when the shop starts, not when somebody calls. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#core/contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { createServe } from './serve.ts';

const Name = z.object({ name: z.string() });
const said = { access: 'anyone', summary: 'A row of a test.' } as const;
const post = { ...said, method: 'POST' } as const;
const get = { ...said, method: 'GET' } as const;
const forEverybody = endpoint({ ...get, path: '/rows/public', isPublic: true, answer: Name });
const shop = await startShop();

test('a row for everybody that not anyone may ask cannot be mounted, nor one that changes something', async () => {
  const app = await createApp(shop.deps);
  const serve = createServe(app, shop.deps);
  const mount = (row: object) => () => serve({ ...forEverybody, ...row } as typeof forEverybody, () => ({ name: '' }));
  expect(mount({ path: '/rows/admins', access: 'admin' })).toThrow('/rows/admins');
  expect(mount({ path: '/rows/change', method: 'POST' })).toThrow('/rows/change');
  // @ts-expect-error: it does not even compile
  endpoint({ ...get, path: '/rows/admins', access: 'admin', isPublic: true, answer: Name });
  // @ts-expect-error
  endpoint({ ...post, path: '/rows/change', isPublic: true, answer: Name });
  await app.close();
});

test('a row that names a limit without figures cannot be mounted', async () => {
  const app = await createApp(shop.deps);
  const serve = createServe(app, shop.deps);
  const mount = () =>
    serve(endpoint({ ...post, path: '/rows/unknown', limit: 'dreams', answer: Name }), () => ({ name: '' }));
  expect(mount).toThrow("'dreams'");
  await app.close();
});
