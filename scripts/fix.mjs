// `npm run fix`: writes core/i18n/area-files.ts from the message files, then formats and fixes what the linter can.
import { readdirSync, writeFileSync } from 'node:fs';
import { install, root, run } from './prepare.mjs';

install('all');
const names = readdirSync(`${root}core/i18n/sq`)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const lines = names
  .sort()
  .map((name) => `'${name}': { sq: () => import('./sq/${name}.ts'), en: () => import('./en/${name}.ts') },`);
writeFileSync(
  `${root}core/i18n/area-files.ts`,
  `/** The message files by area. Written by \`npm run fix\` from their names. */\nexport const areas = {\n${lines.join('\n')}\n};\n`,
);
process.exit(run('biome', ['check', '--write', '.']));
