// `node scripts/with.mjs all biome check .`: runs a command after installing the packages for it (`shop` or `all`).
import { install, run } from './prepare.mjs';

const [kind, command, ...words] = process.argv.slice(2);
install(kind);
process.exit(run(command, words));
