/** Endpoints that only tests mount, one for each right and each way to ask for it: the real ones may come and go. */
import * as z from 'zod/mini';
import { endpoint } from '#core/contract/endpoint.ts';
import { Done } from '#core/contract/shapes.ts';
import { createApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { createServe, type Serve } from '#server/kit/http/serve.ts';

export const restricted = {
  toUsers: endpoint({
    method: 'POST',
    path: '/restricted/users',
    access: 'user',
    summary: 'For everybody who is signed in.',
    answer: Done,
  }),
  toDealers: endpoint({
    method: 'POST',
    path: '/restricted/dealers',
    access: 'dealer',
    summary: 'For those who may post deals, and with a status of its own.',
    body: z.object({ title: z.string() }),
    status: 201,
    answer: Done,
  }),
  toAdmins: endpoint({
    method: 'GET',
    path: '/restricted/admins',
    access: 'admin',
    summary: 'For administrators.',
    answer: Done,
  }),
};

function restrictedRoutes(serve: Serve): void {
  for (const endpoint of Object.values(restricted))
    serve(endpoint, () => ({ success: true as const, unpromised: 'canary' }));
}

/** The shop that serves them too. */
export async function makeRestrictedApp(deps: Deps): ReturnType<typeof createApp> {
  const app = await createApp(deps);
  restrictedRoutes(createServe(app, deps));
  return app;
}
