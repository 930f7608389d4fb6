// `npm run dev`: the shop with the changes one makes. The pinned Node starts the server anew when a file of it changes;
// what the browser loads is Vite's business and needs no start.
import { spawn } from 'node:child_process';
import { install } from './install.mjs';
import { environment, node, root, stop } from './prepare.mjs';

install('shop');
const words = ['--watch', '--watch-preserve-output', 'server/dev.ts'];
const server = spawn(node, words, { cwd: root, stdio: 'inherit', env: environment() });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('error', (error) => stop(`The server could not be started: ${error.message}`));
server.on('exit', (code) => process.exit(code ?? 1));
