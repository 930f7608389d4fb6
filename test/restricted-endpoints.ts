/** Endpoints that only tests mount: no endpoint of the contract needs the rights of dealers and administrators yet. */
import * as z from 'zod/mini';
import { type Endpoint, endpoint } from '#core/contract/endpoint.ts';
import { Done } from '#core/contract/shapes.ts';
import { createApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { createServe } from '#server/kit/http/serve.ts';

export const restricted = {
  forUsers: endpoint({ method: 'POST', path: '/restricted/users', access: 'user', summary: 'Users.', answer: Done }),
  forDealers: endpoint({
    method: 'POST',
    path: '/restricted/dealers',
    access: 'dealer',
    summary: 'Dealers.',
    body: z.object({ title: z.string() }),
    status: 201,
    answer: Done,
  }),
  forAdmins: endpoint({ method: 'GET', path: '/restricted/admins', access: 'admin', summary: 'Admins.', answer: Done }),
} satisfies Record<string, Endpoint>;

export async function makeRestrictedApp(deps: Deps): ReturnType<typeof createApp> {
  const app = await createApp(deps);
  const serve = createServe(app, deps);
  for (const each of Object.values(restricted)) serve(each, () => ({ success: true as const, undeclared: 'canary' }));
  return app;
}
