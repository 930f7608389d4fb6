import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserFlags, findBrowser } from './browser.ts';
import { openDemoShop } from './demo-shop.ts';
import { installLighthouse } from './install-lighthouse.ts';
import { type Figure, median, type Part } from './report.ts';

const RUNS = 3;
const targets = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

/** Once, on every page that search engines list; they do not vary from run to run. */
const QUALITIES = ['accessibility', 'best-practices', 'seo'];

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { numericValue?: number; score: number | null }>;
}

/** Lighthouse for phones (its slow 4G and slowed processor): the median of three runs of two pages, and the qualities of more. */
export const lighthouse: Part = {
  name: 'lighthouse',
  run: async () => {
    const program = await installLighthouse().catch((error: Error) => error);
    if (program instanceof Error) return [{ what: 'Lighthouse', value: `not measured: ${program.message}` }];
    await using opened = new AsyncDisposableStack();
    const { shop, folder } = await openDemoShop(opened);
    const [deal] = (await (await fetch(`${shop.address}/api/deals?limit=1`)).json()) as { id: string }[];
    const figures: Figure[] = [];
    for (const [name, path] of [
      ['/', '/'],
      ['/deal/:id', `/deal/${deal?.id}`],
    ] as const) {
      const reports: Report[] = [];
      for (let run = 0; run < RUNS; run++) reports.push(await audit(program, shop.address + path, folder));
      figures.push(...figuresOf(name, reports));
    }
    const pages = ['/', '/?category=hair', `/deal/${deal?.id}`, '/salon/thonjte-e-qershise', '/about'];
    for (const path of pages.flatMap((each) => [each, `${each}${each.includes('?') ? '&' : '?'}lang=en`]))
      figures.push(qualities(path, await audit(program, shop.address + path, folder, QUALITIES)));
    return figures;
  },
};

async function audit(program: string, url: string, folder: string, categories = Object.keys(targets)): Promise<Report> {
  const file = join(folder, 'report.json');
  await promisify(execFile)(
    process.execPath,
    [
      ...[program, url, '--quiet', '--no-enable-error-reporting'],
      `--only-categories=${categories.join(',')}`,
      ...['--output=json', `--output-path=${file}`, `--chrome-flags=--headless ${browserFlags.join(' ')}`],
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() } },
  );
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function qualities(path: string, { categories, audits }: Report): Figure {
  const lost = QUALITIES.flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    what: `Lighthouse ${path} ${QUALITIES.join(', ')}`,
    value: [...QUALITIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100)), ...lost].join(', '),
    budget: '100 each',
    isOk: lost.length === 0,
  };
}

function figuresOf(name: string, reports: Report[]): Figure[] {
  const scores = Object.entries(targets).map(([category, least]) => {
    const score = Math.round(median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100)));
    return {
      what: `Lighthouse ${name} ${category}`,
      value: String(score),
      budget: `>= ${least}`,
      isOk: score >= least,
    };
  });
  const of = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
  const times = `FCP ${Math.round(of('first-contentful-paint'))} ms, LCP ${Math.round(of('largest-contentful-paint'))} ms, TBT ${Math.round(of('total-blocking-time'))} ms, CLS ${of('cumulative-layout-shift').toFixed(3)}`;
  return [...scores, { what: `Lighthouse ${name} times`, value: times }];
}
