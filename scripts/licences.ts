/** What the licences of packages ask of who hands them on built in: their names and words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = /^(licen[cs]e|notice|copying)/i;

/** One text for the packages at `places`. */
export function licencesOf(places: string[]): string {
  return places.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(place: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const words = readdirSync(place)
    .filter((file) => NAMES.test(file))
    .map((file) => readFileSync(join(place, file), 'utf8').trim());
  return `${[`${name} ${version}, ${license}`, ...words].join('\n\n')}\n`;
}
