// Builds the web app unless the last build is of the same sources.
import { install } from './install.mjs';
import { build } from './prepare.mjs';

install('shop');
if (!build()) process.exit(1);
