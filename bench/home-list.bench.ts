import { cardColumns } from '#server/features/deals/deals.store.ts';
import { type Measured, race, startServer } from './load.ts';
import { type Figure, ms, type Part } from './report.ts';
import { openScratch } from './scratch.ts';

const PATH = '/api/deals?limit=12';
const SELECT = `select ${cardColumns} from deals d where d.city = $1 and deal_is_live(d)
  order by d.is_featured desc nulls last, d.created_at desc nulls last, d.id desc nulls last limit 12`;

/** The home list among 100,000 deals, kept and not, against the least a Fastify server can do. */
export const homeList: Part = {
  name: 'home-list',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const scratch = await openScratch();
    opened.defer(scratch.stop);
    const url = await scratch.withDeals(100_000);
    const start = async (role: Parameters<typeof startServer>[0]) => {
      const server = await startServer(role);
      opened.defer(server.stop);
      return server;
    };
    const kept = await start({ role: 'shop', url, cache: 'on' });
    const bytes = await (await fetch(kept.address + PATH)).text();
    const bare = await start({ role: 'bytes', bytes });
    const [keptOne, bareOne] = await race([
      { server: kept, path: PATH },
      { server: bare, path: '/api/deals' },
    ]);
    const fresh = await start({ role: 'shop', url, cache: 'off' });
    const select = await start({ role: 'select', url, text: SELECT, values: ['tirana'] });
    await sameDeals(fresh.address + PATH, `${select.address}/api/deals`);
    const [freshOne, selectOne] = await race([
      { server: fresh, path: PATH },
      { server: select, path: '/api/deals' },
    ]);
    return figuresOf({ keptOne, bareOne, freshOne, selectOne });
  },
};

async function sameDeals(one: string, other: string): Promise<void> {
  const [a, b] = await Promise.all([one, other].map(async (url) => JSON.stringify(await (await fetch(url)).json())));
  if (a !== b) throw new Error('the reference does not answer the same deals');
}

type Results = Record<'keptOne' | 'bareOne' | 'freshOne' | 'selectOne', Measured | undefined>;

function figuresOf({ keptOne, bareOne, freshOne, selectOne }: Results): Figure[] {
  if (!keptOne || !bareOne || !freshOne || !selectOne) throw new Error('a race had no result');
  const speed = keptOne.perSecond / bareOne.perSecond;
  const cpu = freshOne.cpuMsPerRequest / selectOne.cpuMsPerRequest;
  const rate = (one: Measured) => `${Math.round(one.perSecond)}/s, ${one.cpuMsPerRequest.toFixed(3)} ms CPU`;
  return [
    { what: 'bare Fastify, the bytes of the home list', value: rate(bareOne) },
    {
      what: 'GET /api/deals home list, from the cache',
      value: rate(keptOne),
      ratio: speed,
      budget: '>= 0.5 of its requests per second',
      isOk: speed >= 0.5,
    },
    { what: 'bare Fastify + pg, prepared select of the same rows', value: rate(selectOne) },
    {
      what: 'GET /api/deals home list, caches off',
      value: rate(freshOne),
      ratio: cpu,
      budget: `<= 1.0 of its CPU (${ms(selectOne.cpuMsPerRequest)})`,
      isOk: cpu <= 1,
    },
  ];
}
