/** Compresses the built text files (brotli 11, gzip 9), to be served as they are. */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const pack = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

for await (const path of glob('build/client/**/*.{js,css,svg,webmanifest}')) {
  const bytes = await readFile(path);
  for (const [ending, packed] of Object.entries(pack)) await writeFile(`${path}.${ending}`, await packed(bytes));
}
