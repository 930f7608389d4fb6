/** What an open shop says at its start: where it is, what it does not do, and who may sign in to try it. */
import { DEMO_DOMAIN } from '#core/domain/shop.ts';
import { people } from '#db/world.ts';
import type { Config } from './config.ts';
import { version } from './kit/version.ts';

/** Lines for a terminal; `address` is that of the shop, null for a worker. */
export function greetingOf(address: string | null, config: Config): string[] {
  const at = config.publicUrl.endsWith(':0') ? address : config.publicUrl;
  const isHere = address ? `\nBukuri ${version} is open at ${at}` : `The worker of Bukuri ${version} is at work.`;
  return [isHere, ...cardsOf(config), ...mailsOf(address && at, config), ...(address ? demoOf(config) : [])];
}

const OF_TEST_KEYS = 'STRIPE_SECRET_KEY is one of the test mode: only test cards are taken, and no money moves.';

/** Else a buyer would be the first to notice. */
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

/** Whoever waits for mails learns where they are. */
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
