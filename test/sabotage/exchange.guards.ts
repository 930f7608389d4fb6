/** No card is charged at a rate that is old, absurd or somebody else's. */
import type { Guard } from './guard.ts';

const exchange = (test: string) => ['server/features/exchange/exchange.test.ts', test] as const;
const asking = (test: string) => ['server/gateways/exchange-rate/json-rate-feed.test.ts', test] as const;
const store = 'server/features/exchange/exchange.store.ts';
const service = 'server/features/exchange/exchange.service.ts';
const feed = 'server/gateways/exchange-rate/json-rate-feed.ts';
const textAt = 'server/gateways/text-at.ts';

export const guards: readonly Guard[] = [
  {
    without: 'cards are charged at a rate of last week',
    file: store,
    take: 'gte(exchangeRates.takenAt, age(RATE_LASTS))',
    leave: 'gte(exchangeRates.takenAt, sql`to_timestamp(length(${RATE_LASTS}))`)',
    falls: exchange('a rate counts for 24 hours, one of the configuration for as long as it is given'),
  },
  {
    without: 'cards are charged at what a feed that was mistaken told',
    file: service,
    take: 'good.length === 0 || good.some((before) => isNearRate(allPerUsd, before))',
    leave: 'good.length === 0 || isNearRate(allPerUsd, allPerUsd)',
    falls: exchange(
      'a rate further than a fifth from the last good one is refused and told, and the last good one goes on',
    ),
  },
  {
    without: 'cards are charged at the first figure of a feed, whatever it is',
    file: service,
    take: 'if (isNear && isWithin(rateRange, allPerUsd)) {',
    leave: 'if (isNear && rateRange) {',
    falls: exchange('the first figure of a feed is kept only where it is plausible'),
  },
  {
    without: 'cards are charged at one lek for a dollar, as somebody mistyped it',
    file: service,
    take: '|| !isWithin(config.rateRange, rate)',
    falls: exchange('an administrator says a rate'),
  },
  {
    without: 'cards are charged at a mistyped rate that nobody confirmed',
    file: service,
    take: 'if (!isConfirmed && before !== undefined && !isNearRate(rate, before)) throw new FarRate(before);',
    leave: 'void before;\n  void isConfirmed;',
    falls: exchange('a rate that is far from the last good one is set once it was confirmed'),
  },
  {
    without: 'cards are charged at what was mistyped in the configuration',
    file: 'server/disagreements.ts',
    take: 'if (rate && range && !isWithin(range, rate)) {',
    leave: "if (rate === 'never') {",
    falls: ['server/config.test.ts', 'what a dollar costs is a rate'],
  },
  {
    without: 'what an administrator mistyped long ago lets it in from the feed',
    file: store,
    take: '!fed || takenAt >= fed.takenAt',
    leave: '!fed || takenAt > new Date(0)',
    falls: exchange('what an administrator mistyped keeps no feed out, and what one said before it lets nothing in'),
  },
  {
    without: 'nobody finds in the audit log what was refused of the feed',
    file: service,
    take: 'await writeAudit(tx, {\n      actorId: null,',
    leave: 'await Promise.resolve({\n      actorId: null,',
    falls: exchange(
      'a rate further than a fifth from the last good one is refused and told, and the last good one goes on',
    ),
  },
  {
    without: 'two who ask the feed at once keep a rate each',
    file: service,
    take: 'await lockRates(tx);',
    leave: 'await Promise.resolve(lockRates);',
    falls: exchange('of those who ask at once one keeps a rate, and others wait to hear of it'),
  },
  {
    without: 'cards are charged at a made-up rate',
    file: service,
    take: "config.cards?.kind === 'sandbox' ? configured(SANDBOX_ALL_PER_USD) : null",
    leave: 'config.cards !== null ? configured(SANDBOX_ALL_PER_USD) : null',
    falls: exchange('the sandbox has a rate of its own where nobody said one, and nobody else has'),
  },
  {
    without: 'whoever sits between the shop and the feed says what a dollar costs',
    file: 'server/disagreements.ts',
    take: "feed.protocol !== 'https:' && !isLocalHost(feed.hostname)",
    leave: "feed.protocol === 'ftp:' && !isLocalHost(feed.hostname)",
    falls: ['server/config.test.ts', 'what a dollar costs is a rate, or asked where nobody can meddle with the answer'],
  },
  {
    without: 'a shop that was just started has no rate for an hour',
    file: 'server/features/exchange/exchange.jobs.ts',
    take: 'atStart: true,',
    falls: exchange('a worker that starts asks for a rate where there is none'),
  },
  {
    without: 'the feed leads the shop to any address',
    file: textAt,
    take: "redirect: 'manual'",
    leave: "redirect: 'follow'",
    falls: asking('a redirect is not followed'),
  },
  {
    without: 'a feed that never ends fills the memory',
    file: textAt,
    take: 'if (bytes > MOST_BYTES) throw new NoText(`it answered with more than ${MOST_BYTES} bytes`);',
    leave: 'if (bytes > MOST_BYTES * MOST_BYTES) throw new NoText(`it answered with more than ${MOST_BYTES} bytes`);',
    falls: asking('an answer without an end is not read to the end'),
  },
  {
    without: 'a feed that does not answer is waited for',
    file: textAt,
    take: 'AbortSignal.timeout(patienceMs)',
    leave: 'AbortSignal.timeout(patienceMs * 1_000)',
    falls: asking('who does not answer, or not to the end, is given up'),
  },
  {
    without: 'the log repeats whatever the feed answers',
    file: feed,
    take: "throw new FeedFailed('its answer is no JSON');",
    leave: 'throw new FeedFailed(`its answer is no JSON: ${text}`);',
    falls: asking('is no JSON'),
  },
];
