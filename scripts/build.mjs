// Builds the web app unless the last build is of the same sources.
import { build } from './prepare.mjs';

if (!build()) process.exit(1);
