/** Runs the shop with Vite inside: one command, one port, changes show at once. */
import middie from '@fastify/middie';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import { createApp } from './app.ts';
import type { Deps } from './deps.ts';
import { pages } from './pages/pages.ts';
import type { Site } from './pages/site.ts';
import { run } from './run.ts';

run({ makeApp: createDevShop });

async function createDevShop(deps: Deps): Promise<FastifyInstance> {
  const app = await createApp(deps);
  await app.register(middie);
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  const site: Site = {
    render: async (input) => {
      const { render } = (await vite.ssrLoadModule('/web/entry.server.tsx')) as typeof import('#web/entry.server.tsx');
      return render(input);
    },
    filesOf: () => ({ entry: '/web/entry.client.tsx', scripts: [], styles: '' }),
    policy: null,
    finish: (html, path) => vite.transformIndexHtml(path, html),
  };
  await pages(app, { ...deps, catalogue: forgetful(deps.catalogue) }, site);
  return app;
}

/** A page made before a change of the code must not be shown after it. */
function forgetful(catalogue: Deps['catalogue']): Deps['catalogue'] {
  return { ...catalogue, get: () => undefined, set: () => {}, remember: async (_key, fill) => (await fill()).value };
}
