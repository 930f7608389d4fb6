// `npm start`: installs, builds and runs the shop; needs Node 20 and npm only.
import { become, build, install, SERVER, stop } from './prepare.mjs';

install('shop');
if (!build()) stop('The web app could not be built; the lines above say why.');
become(SERVER, { NODE_ENV: process.env.NODE_ENV || 'production' });
