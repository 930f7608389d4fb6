/** What is in a package of the shop, in the form of CycloneDX: for those who watch for holes in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLockfile } from './complete-lockfile.ts';

const { packages } = readLockfile('.');

/** For the packages at `places`, by their sums in the lockfile. */
export function billOf(places: readonly string[]): string {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [...new Set(places)].sort().map(componentAt),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function componentAt(place: string): object {
  const { name, version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const [, sum = ''] = packages[place]?.integrity?.split('sha512-') ?? [];
  if (!sum) throw new Error(`${place} has no sum in the lockfile`);
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: license }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }],
  };
}
