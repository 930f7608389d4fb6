// Runs inside the bare root of `npm run prove -- package`: opens the shop of /opt/bukuri, visits it, backs it up and restores it.
import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';

const cwd = '/opt/bukuri';
deepEqual(Object.keys(networkInterfaces()), ['lo']);
deepEqual(readdirSync('/bin'), ['node', 'sh']);
console.log(`alone: uid ${process.getuid()}, no network but lo, nothing in /bin but node and sh`);

const first = await open('/home/one');
const deals = await visit(first.address);
await command(['backup', '/home/bukuri.gz'], '/home/one');
await first.close();
await command(['restore', '/home/bukuri.gz'], '/home/two');
const second = await open('/home/two');
equal(await visit(second.address), deals);
await second.close();
console.log('the restored shop answers the same');

function settings(folder) {
  const { PATH = '/bin' } = process.env;
  return { PATH: `/bin:${PATH}`, DATA_DIR: folder, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0' };
}

async function open(folder) {
  const began = performance.now();
  const shop = spawn(process.execPath, ['server/main.mjs'], { cwd, env: settings(folder) });
  let said = '';
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const ended = once(shop, 'exit');
  while (!/open at \S+\n/.test(said) && shop.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 10));
  const [, address] = /open at (\S+)\n/.exec(said) ?? [];
  if (!address) throw new Error(said);
  console.log(`${folder}: open after ${Math.round(performance.now() - began)} ms`);
  const close = async () => {
    shop.kill('SIGTERM');
    deepEqual(await ended, [0, null]);
  };
  return { address, close };
}

async function visit(address) {
  match(await (await fetch(address)).text(), /<html lang="sq"/);
  equal((await fetch(`${address}/healthz`)).status, 200);
  const answer = await fetch(`${address}/api/deals`);
  equal(answer.status, 200);
  return answer.text();
}

function command(words, folder) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--run', words[0], '--', ...words.slice(1)], {
    cwd,
    env: settings(folder),
    encoding: 'utf8',
  });
  equal(status, 0, stderr);
  console.log(stdout.trimEnd());
}
