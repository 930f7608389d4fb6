/**
 * What `npm start` runs. JavaScript, so that Node need not load its TypeScript compiler when everything it would compile
 * is kept from the last start: half a second and 20 MB. The rest is loaded after the import hook is in place.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { lightenImports } = await import('./kit/light-imports.ts');
lightenImports();
const { run } = await import('./run.ts');
run();
