// `node scripts/with.mjs all biome check .` runs a command of the project with what it needs installed: `shop` or `all`.
import { install } from './install.mjs';
import { run } from './prepare.mjs';

const [kind, command, ...words] = process.argv.slice(2);
install(kind);
process.exit(run(command, words));
