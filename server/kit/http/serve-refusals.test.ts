/** Endpoints that say what cannot be are found out when the shop starts, not when somebody calls. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#core/contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { createServe } from './serve.ts';

const Name = z.object({ name: z.string() });
const said = { access: 'anyone', summary: 'An endpoint of a test.' } as const;
const post = { ...said, method: 'POST' } as const;
const get = { ...said, method: 'GET' } as const;
const cached = endpoint({ ...get, path: '/endpoints/public', isPublic: true, answer: Name });
const shop = await startShop();

test('public endpoint, with restricted access or a write method, cannot be mounted', async () => {
  const app = await createApp(shop.deps);
  const serve = createServe(app, shop.deps);
  const mount = (endpoint: object) => () => serve({ ...cached, ...endpoint } as typeof cached, () => ({ name: '' }));
  expect(mount({ path: '/endpoints/admins', access: 'admin' })).toThrow('/endpoints/admins');
  expect(mount({ path: '/endpoints/change', method: 'POST' })).toThrow('/endpoints/change');
  // @ts-expect-error: it does not even compile
  endpoint({ ...get, path: '/endpoints/admins', access: 'admin', isPublic: true, answer: Name });
  // @ts-expect-error
  endpoint({ ...post, path: '/endpoints/change', isPublic: true, answer: Name });
  await app.close();
});

test('endpoint, unknown limit name, cannot be mounted', async () => {
  const app = await createApp(shop.deps);
  const serve = createServe(app, shop.deps);
  const mount = () =>
    serve(endpoint({ ...post, path: '/endpoints/unknown', limit: 'dreams', answer: Name }), () => ({ name: '' }));
  expect(mount).toThrow("'dreams'");
  await app.close();
});
