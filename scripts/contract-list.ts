/** Writes the list of core/contract/index.ts: what each file with rows exports. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../core/contract/', import.meta.url);
const FILE = new URL('index.ts', FOLDER);
const ROWS = /^export const (\w+) = \{\n(?=(?: .*\n|\n)*? {2}\w+: endpoint\()/m;

/** The file as it should be. */
export function contractFile(): { file: URL; text: string } {
  const nouns = readdirSync(FOLDER)
    .sort()
    .flatMap((file) => {
      const name = ROWS.exec(readFileSync(new URL(file, FOLDER), 'utf8'))?.[1];
      return name && file !== 'index.ts' ? [{ file, name }] : [];
    });
  const imports = [
    ...nouns.map(({ file, name }) => ({ file, line: `import { ${name} } from './${file}';\n` })),
    { file: 'endpoint.ts', line: "import type { Endpoint } from './endpoint.ts';\n" },
  ].sort((one, other) => (one.file < other.file ? -1 : 1));
  const text = readFileSync(FILE, 'utf8')
    .replace(/(?:import .*\n)+/, () => imports.map(({ line }) => line).join(''))
    .replace(/(?<=contract = \{\n)[\s\S]*?(?=\};)/, () => nouns.map(({ name }) => `  ${name},\n`).join(''));
  return { file: FILE, text };
}

export function writeContract(): void {
  const { file, text } = contractFile();
  writeFileSync(file, text);
}
