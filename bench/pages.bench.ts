import { type Measured, race, startServer } from './load.ts';
import type { Figure, Part } from './report.ts';
import { openScratch } from './scratch.ts';

const UNCACHED = 2.5;
const CACHED = 0.12;

/** What the home page costs the server: rendered for each request, and kept. */
export const pages: Part = {
  name: 'pages',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const scratch = await openScratch();
    opened.defer(scratch.stop);
    const url = await scratch.withDeals(1000);
    const start = async (cache: 'on' | 'off') => {
      const server = await startServer({ role: 'shop', url, cache, pages: true });
      opened.defer(server.stop);
      return server;
    };
    const [kept, fresh] = [await start('on'), await start('off')];
    const br = { 'accept-encoding': 'br' };
    const [keptOne, keptPacked, freshOne, freshPacked] = await race([
      { server: kept, path: '/' },
      { server: kept, path: '/', headers: br },
      { server: fresh, path: '/' },
      { server: fresh, path: '/', headers: br },
    ]);
    return [
      figure('home page rendered for each request (12 cards)', freshOne, UNCACHED),
      figure('home page rendered and packed (brotli) for each request', freshPacked),
      figure('home page from the cache', keptOne, CACHED),
      figure('home page from the cache, packed (brotli)', keptPacked, CACHED),
    ];
  },
};

function figure(what: string, measured: Measured | undefined, budget?: number): Figure {
  if (!measured) throw new Error(`${what}: nothing measured`);
  const { cpuMsPerRequest: cpu, perSecond } = measured;
  return {
    what,
    value: `${cpu.toFixed(3)} ms CPU, ${Math.round(perSecond)}/s`,
    ...(budget === undefined ? {} : { budget: `<= ${budget} ms CPU`, isOk: cpu <= budget }),
  };
}
