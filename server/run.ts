/** Runs the shop until it is told to stop. */
import { inspect } from 'node:util';
import { type Config, readConfig } from './config.ts';
import { greetingOf } from './greeting.ts';
import { factsOf } from './kit/error-facts.ts';
import { createLog } from './kit/log.ts';
import { StartError } from './kit/start-error.ts';
import { type StartOptions, startShop } from './start.ts';

/** How long a load balancer has to notice `/readyz`; a shop with a database of its own has no neighbours. */
const GRACE_MS = 2_500;

/** After how long nothing is waited for any more: grace, requests that end, and what is left to write. */
const END_MS = 38_000;

/** `parts` replaces what the development server makes otherwise. */
export function run(parts: Pick<StartOptions, 'makeApp'> = {}): void {
  const config = configOrExit();
  const log = createLog(config.logLevel);
  const start = new AbortController();
  const options = { ...parts, config, log, say, signal: start.signal };
  const starting = startShop({ ...options, onFatal: (reason) => stop(1, reason) });
  let stopping = false;

  const stop = (code: number, reason: unknown) => {
    if (stopping) return;
    stopping = true;
    if (code === 0) log.info({ reason }, 'closing');
    else log.fatal({ err: reason }, 'closing because of a failure');
    start.abort();
    setTimeout(() => {
      log.fatal('closing took too long and was broken off');
      process.exit(1);
    }, END_MS).unref();
    starting
      .then((shop) => shop.close(code === 0 && reason === 'SIGTERM' && config.databaseUrl ? GRACE_MS : 0))
      .then(() => process.exit(code))
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'AbortError') process.exit(code);
        log.fatal({ err: error }, 'could not close in order');
        process.exit(1);
      });
  };

  process.on('SIGTERM', () => stop(0, 'SIGTERM'));
  process.on('SIGINT', () => stop(0, 'SIGINT'));
  process.on('SIGHUP', () => stop(0, 'SIGHUP'));
  process.on('uncaughtException', (error) => stop(1, error));
  process.on('unhandledRejection', (reason) => stop(1, reason));
  starting
    .then((shop) => greetingOf(shop.address, config).forEach(say))
    .catch((error: unknown) => stopping || giveUp(error));
}

function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    return giveUp(error);
  }
}

/** A sentence when its reader can mend it, else what may be told. */
function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof StartError ? error.message : inspect(factsOf(error))}\n`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
