/** Writes the list of core/i18n/areas.ts: a file of words is an area, but for those of which every page's consists. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../core/i18n/', import.meta.url);
const FILE = new URL('areas.ts', FOLDER);
const EVERY_PAGE = new URL('sq/every-page.ts', FOLDER);

/** The file as it should be. */
export function areasFile(): { file: URL; text: string } {
  const parts = [...readFileSync(EVERY_PAGE, 'utf8').matchAll(/'\.\/([\w-]+)\.ts'/g)].map(([, name]) => name);
  const lines = readdirSync(new URL('sq/', FOLDER))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !parts.includes(name))
    .sort()
    .map((name) => {
      const key = /^\w+$/.test(name) ? name : `'${name}'`;
      return `  ${key}: { sq: () => import('./sq/${name}.ts'), en: () => import('./en/${name}.ts') },\n`;
    });
  const text = readFileSync(FILE, 'utf8');
  return { file: FILE, text: text.replace(/(?<=areas = \{\n)[\s\S]*?(?=\} satisfies)/, () => lines.join('')) };
}

export function writeAreas(): void {
  const { file, text } = areasFile();
  writeFileSync(file, text);
}
