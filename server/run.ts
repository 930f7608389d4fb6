/** Runs the server until a signal or a fatal error. */
import { inspect } from 'node:util';
import { DEMO_DOMAIN } from '#core/domain/shop.ts';
import { people } from '#db/world.ts';
import { type Config, readConfig } from './config.ts';
import { factsOf } from './kit/error-facts.ts';
import { createLog } from './kit/log.ts';
import { StartError } from './kit/start-error.ts';
import { version } from './kit/version.ts';
import { type StartOptions, startShop } from './start.ts';

/** Time for load balancers to notice the failing readiness check; with the embedded database there is one node only. */
const GRACE_MS = 2_500;

/** Hard limit of the graceful shutdown. */
const END_MS = 38_000;

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

/** One sentence for a `StartError`, else the error without parameters. */
function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof StartError ? error.message : inspect(factsOf(error))}\n`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Startup message: address, missing configuration and demo accounts; `address` is null for a worker. */
export function greetingOf(address: string | null, config: Config): string[] {
  const at = config.publicUrl.endsWith(':0') ? address : config.publicUrl;
  const isHere = address ? `\nBukuri ${version} is open at ${at}` : `The worker of Bukuri ${version} is at work.`;
  return [isHere, ...cardsOf(config), ...mailsOf(address && at, config), ...(address ? demoOf(config) : [])];
}

const OF_TEST_KEYS = 'STRIPE_SECRET_KEY is one of the test mode: only test cards are taken, and no money moves.';

function cardsOf({ cards, exchangeRate, isPublicUrlLocal }: Config): string[] {
  if (cards === null) return ['No cards are taken: STRIPE_SECRET_KEY is not given.'];
  if (cards.kind === 'sandbox') {
    return isPublicUrlLocal ? [] : ['CARD_SANDBOX is on: only test cards are taken, and no money moves.'];
  }
  const isRated = exchangeRate.fixed !== null || exchangeRate.feed !== null;
  return [
    ...(/^[rs]k_test_/.test(cards.secretKey) ? [OF_TEST_KEYS] : []),
    ...(isRated ? [] : ['Cards pause without a rate: give EXCHANGE_RATE_ALL_PER_USD or EXCHANGE_RATE_URL.']),
  ];
}

function mailsOf(at: string | null, { mail }: Config): string[] {
  if (mail === null) return ['No mails are sent: SMTP_URL is not given.'];
  if (mail.kind !== 'sandbox' || !at) return [];
  return [`Mails are not sent but kept at ${at}/sandbox/mail${mail.isForAll ? ', where anybody can read them' : ''}.`];
}

function demoOf({ seed, isPublicUrlLocal }: Config): string[] {
  if (seed === 'none') return [];
  if (!isPublicUrlLocal) return [`The demo accounts (${DEMO_DOMAIN}) cannot sign in here.`];
  const width = Math.max(...Object.values(people).map(({ email }) => email.length));
  const accounts = Object.values(people).map(
    ({ email, password, about }) => `  ${email.padEnd(width)}  ${password.padEnd(18)}  ${about}`,
  );
  return ['\nDemo accounts (e-mail, password, who it is):', ...accounts, ''];
}
