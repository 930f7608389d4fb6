/** Writes `.env.example` and the table of variables in docs/operations.md from server/variables.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { variables } from '#server/variables.ts';
import { markdownTable } from './markdown-table.ts';

const START = '<!-- variables: written by scripts/config-doc.ts -->';
const END = '<!-- /variables -->';
const EXAMPLE = new URL('../.env.example', import.meta.url);
const OPERATIONS = new URL('../docs/operations.md', import.meta.url);

interface Variable {
  name: string;
  byDefault: string;
  about: string;
}

const list: Variable[] = Object.entries(variables.shape).map(([name, shape]) => ({
  name,
  byDefault: 'defaultValue' in shape.def ? String(shape.def.defaultValue) : '',
  about: shape.description ?? '',
}));

const HEAD = ['variable', 'default', 'what it is'];
const rows = list.map(({ name, byDefault, about }) => [`\`${name}\``, byDefault, about]);

/** The two files as they should be. */
export function configDocs(): { file: URL; text: string }[] {
  const operations = readFileSync(OPERATIONS, 'utf8');
  const before = operations.slice(0, operations.indexOf(START) + START.length);
  const after = operations.slice(operations.indexOf(END));
  return [
    { file: EXAMPLE, text: list.map((entry) => `# ${entry.about}\n#${entry.name}=${entry.byDefault}\n`).join('\n') },
    { file: OPERATIONS, text: `${before}\n${markdownTable(HEAD, rows)}\n${after}` },
  ];
}

if (import.meta.main) {
  for (const { file, text } of configDocs()) writeFileSync(file, text);
}
