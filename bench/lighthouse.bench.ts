import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserFlags, findBrowser } from './browser.ts';
import { openDemoShop } from './demo-shop.ts';
import { installLighthouse } from './install-lighthouse.ts';
import { type Figure, median, type Part } from './report.ts';

const RUNS = 3;
const wanted = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

/** Lighthouse for phones (its slow 4G and slowed processor), the median of three runs a page. */
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
    return figures;
  },
};

async function audit(program: string, url: string, folder: string): Promise<Report> {
  const file = join(folder, 'report.json');
  await promisify(execFile)(
    process.execPath,
    [
      ...[program, url, '--quiet', '--no-enable-error-reporting'],
      ...['--output=json', `--output-path=${file}`, `--chrome-flags=--headless ${browserFlags.join(' ')}`],
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() } },
  );
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function figuresOf(name: string, reports: Report[]): Figure[] {
  const scores = Object.entries(wanted).map(([category, least]) => {
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
