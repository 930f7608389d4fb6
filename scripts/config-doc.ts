/** Writes `.env.example` and the table of variables in docs/operations.md from server/config.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { variables } from '#server/config.ts';

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

/** The two files as they should be. */
export function configDocs(): { file: URL; text: string }[] {
  const operations = readFileSync(OPERATIONS, 'utf8');
  const before = operations.slice(0, operations.indexOf(START) + START.length);
  const after = operations.slice(operations.indexOf(END));
  return [
    { file: EXAMPLE, text: list.map((entry) => `# ${entry.about}\n#${entry.name}=${entry.byDefault}\n`).join('\n') },
    { file: OPERATIONS, text: `${before}\n${table()}\n${after}` },
  ];
}

function table(): string {
  const rows = list.map(({ name, byDefault, about }) => [`\`${name}\``, byDefault, about]);
  const cells = [['variable', 'default', 'what it is'], ['', '', ''], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row, index) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0, index === 1 ? '-' : ' ')).join(' | '),
  );
  return lines.map((line) => `| ${line} |`).join('\n');
}

if (import.meta.main) {
  for (const { file, text } of configDocs()) writeFileSync(file, text);
}
