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
    // Read as it is: a bundled copy would be one more changed file, and the server would start anew for ever.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  type Entry = typeof import('#web/entry.server.tsx');
  const load = () => vite.ssrLoadModule('/web/entry.server.tsx') as Promise<Entry>;
  const site: Site = {
    pageAt: async (...asked) => (await load()).pageAt(...asked),
    render: async (input) => (await load()).render(input),
    filesOf: () => ({
      entry: '/web/entry.client.tsx',
      scripts: [],
      sheet: undefined,
      font: undefined,
    }),
    stylesOf: () => '@import "/web/ui/fonts.css";',
    policiesOf: () => null,
    finish: (html, path) => vite.transformIndexHtml(path, html),
  };
  await pages(app, { ...deps, cache: forgetful(deps.cache) }, site);
  return app;
}

/** A page made before a change of the code must not be shown after it. */
function forgetful(cache: Deps['cache']): Deps['cache'] {
  return { ...cache, get: () => undefined, remember: async (_key, fill) => (await fill()).value };
}
