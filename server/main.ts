/** What `npm start` runs. The rest is loaded after the import hook is in place. */
import { lightenImports } from './kit/light-imports.ts';

lightenImports();
const { run } = await import('./run.ts');
run();
