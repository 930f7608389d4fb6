// `npm start`: the whole shop on a machine that has nothing but Node 20 and npm.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install } from './install.mjs';
import { build, environment, node, root, stop } from './prepare.mjs';

install('shop');
if (!build()) stop('The web app could not be built; the lines above say why.');

const main = join(root, 'server/main.mjs');
const env = environment({ NODE_ENV: process.env.NODE_ENV || 'production' });
// On a new Node the server takes the place of this process; on Node 20 it is a child that gets our signals.
if (process.execve) process.execve(node, [node, main], env);
const server = spawn(node, [main], { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('error', (error) => stop(`The server could not be started: ${error.message}`));
server.on('exit', (code) => process.exit(code ?? 1));
