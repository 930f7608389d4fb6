/**
 * What `npm start` runs. JavaScript, so that Node need not load its TypeScript compiler when everything it would compile
 * is kept from the last start: half a second and 20 MB. The rest is loaded after the import hook is in place.
 */
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major] = process.versions.node.split('.');
if (Number(major) < 26) {
  process.stderr.write(`Bukuri runs on Node 26 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
// Two at most hash passwords and two pack pages; the others read files.
process.env.UV_THREADPOOL_SIZE ??= '6';
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { lightenImports } = await import('./kit/light-imports.ts');
lightenImports();
const { run } = await import('./run.ts');
run();
