// `npm run build`: builds the web app unless its sources are unchanged.
import { build, install } from './prepare.mjs';

install('shop');
if (!build()) process.exit(1);
