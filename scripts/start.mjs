// `npm start`: installs, builds and runs the shop; needs Node 20 and npm only.
import { join } from 'node:path';
import { become, build, install, root, stop } from './prepare.mjs';

install('shop');
if (!build()) stop('The web app could not be built; the lines above say why.');
become([join(root, 'server/main.mjs')], { NODE_ENV: process.env.NODE_ENV || 'production' });
