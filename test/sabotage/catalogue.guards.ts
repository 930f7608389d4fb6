/** What visitors see: kept only as long as it is true, told from what is hidden, counted once. */
import type { Guard } from './guard.ts';

const deals = (test: string) => ['server/features/deals/deals.test.ts', test] as const;
const ofCategories = (test: string) => ['server/features/categories/categories.test.ts', test] as const;
const salon = (test: string) => ['server/features/deals/deals-salon.test.ts', test] as const;
const kept = (test: string) => ['server/kit/cache/public-cache.test.ts', test] as const;
const views = (test: string) => ['server/features/deals/deals.views.test.ts', test] as const;
const cache = 'server/kit/cache/public-cache.ts';
const counter = 'server/features/deals/deals.views.ts';

export const guards: readonly Guard[] = [
  {
    without: 'a category without deals leads to a city where they are over or hidden',
    file: 'server/features/categories/categories.store.ts',
    take: ' and deal_is_live(e)',
    falls: ofCategories('a category says from which price it begins, or in which city it is nearest'),
  },
  {
    without: 'a category leads to any city that has deals of it, not to the nearest',
    file: 'server/features/categories/categories.store.ts',
    take: 'order by n.place limit 1',
    leave: 'order by n.place desc limit 1',
    falls: ofCategories('a category says from which price it begins, or in which city it is nearest'),
  },
  {
    without: 'a change is not heard',
    file: 'server/kit/cache/channel.ts',
    take: "mine.on('notification', on.onMessage);",
    falls: kept('an answer is kept, and forgotten on a second process'),
  },
  {
    without: 'what is kept outlives a change',
    file: 'server/kit/cache/public-cache.ts',
    take: 'entries.clear();',
    falls: kept('an answer is kept, and forgotten on a second process'),
  },
  {
    without: 'a reading that a change overtook is kept',
    file: 'server/kit/cache/public-cache.ts',
    take: ' && begun === version',
    falls: kept('what was read before a change is not kept after it'),
  },
  {
    without: 'a process that cannot hear the database keeps answers',
    file: 'server/kit/cache/channel.ts',
    take: 'on.onHearing(false);\n    mine.end()',
    leave: 'mine.end()',
    falls: kept('a process that cannot hear the database keeps nothing'),
  },
  {
    without: 'a process that lost the database is deaf for ever',
    file: 'server/kit/cache/channel.ts',
    take: 'timer = setTimeout(connect, RECONNECT_MS).unref();',
    falls: kept('a process that cannot hear the database keeps nothing'),
  },
  {
    without: 'an answer outlives the deals in it',
    file: 'server/kit/cache/public-cache.ts',
    take: '{ ttl, size:',
    leave: '{ size:',
    falls: kept('an answer dies with the first of its deals to expire'),
  },
  {
    without: 'an answer is kept longer than half a minute',
    file: 'server/kit/cache/public-cache.ts',
    take: 'Math.min(until - clock.elapsed(), MAX_AGE_MS)',
    leave: 'until - clock.elapsed()',
    falls: kept('nothing is kept longer than half a minute'),
  },
  {
    without: 'a thousand who ask at once are a thousand readings',
    file: cache,
    take: 'if (running) return (await running).value;',
    falls: kept('those who ask at the same time share one reading'),
  },
  {
    without: 'invented addresses fill the memory',
    file: 'server/kit/cache/public-cache.ts',
    take: 'max: MAX_ENTRIES,',
    leave: 'max: 100 * MAX_ENTRIES,',
    falls: kept('what is kept has its bounds'),
  },
  {
    without: 'large answers fill the memory',
    file: 'server/kit/cache/public-cache.ts',
    take: 'maxSize: MAX_BYTES,',
    leave: 'maxSize: 100 * MAX_BYTES,',
    falls: kept('what is kept has its bounds'),
  },
  {
    without: 'invented categories push the lists of everybody out of memory',
    file: 'server/features/deals/deals.routes.ts',
    take: 'left: isInvented ? 0 : left',
    leave: 'left',
    falls: kept('what anybody can invent is not kept'),
  },
  {
    without: 'invented searches and places push the lists of everybody out of memory',
    file: 'server/features/deals/deals.routes.ts',
    take: "filter === null || isOften(filter) ? JSON.stringify(['deals', filter]) : null",
    leave: "JSON.stringify(['deals', filter])",
    falls: kept('what anybody can invent is not kept'),
  },
  {
    without: 'who has the answer gets it again',
    file: 'server/kit/http/public-answers.ts',
    take: "if (request.headers['if-none-match'] !== etag) return body;",
    leave: 'return body;',
    falls: kept('who has the answer already gets 304'),
  },
  {
    without: 'a look at a deal is not counted',
    file: 'server/features/deals/deals.routes.ts',
    take: 'views.countRequest(id, request);',
    falls: views('a visitor counts once a day'),
  },
  {
    without: 'bots count as visitors',
    file: 'server/kit/http/person.ts',
    take: ' && !BOT.test(agent)',
    falls: views('bots, prefetches and lists do not count'),
  },
  {
    without: 'what a browser fetches ahead counts as a look',
    file: 'server/kit/http/person.ts',
    take: " && !/prefetch|prerender/.test(`${headers['sec-purpose']}`)",
    falls: views('bots, prefetches and lists do not count'),
  },
  {
    without: 'a visitor counts as often as they come',
    file: 'server/features/deals/deal-views.store.ts',
    take: ' from looks where not is_seen) l',
    leave: ' from looks) l',
    falls: views('a visitor counts once a day'),
  },
  {
    without: 'a visitor with a label takes away the look without one, again and again',
    file: 'server/features/deals/deal-views.store.ts',
    take: ' and not l.is_seen',
    falls: views('who looks with a label and without it in turn'),
  },
  {
    without: 'a guest with many labels counts as many visitors',
    file: 'server/features/deals/deal-views.store.ts',
    take: 'is_known or place <= ',
    leave: 'is_known or true or place <= ',
    falls: views('twenty guests of one address count'),
  },
  {
    without: 'many labels take the place of one who looked before without',
    file: 'server/features/deals/deal-views.store.ts',
    take: '(deal_id, visitor) in (select * from known)',
    leave: `exists (select from deal_views w where w.deal_id = looks.deal_id and w.visitor = any(looks.former))`,
    falls: views('of many labels that look at once one is who looked before'),
  },
  {
    without: 'owners raise the views of their own deals',
    file: 'server/features/deals/deal-views.store.ts',
    take: ' and (l.user_id is null or d.user_id is distinct from l.user_id)',
    falls: views('an account counts once'),
  },
  {
    without: 'the table of views names its visitors',
    file: 'server/features/deals/deals.views.ts',
    take: 'digestOf(`view ${name}`).slice(0, 22)',
    leave: 'String(digestOf && name)',
    falls: views('the table of views names nobody'),
  },
  {
    without: 'what stands beside a hidden deal tells of it',
    file: 'server/features/deals/deals-related.store.ts',
    take: ' and deal_is_public(d)),',
    leave: '),',
    falls: salon('who asks beside a deal that is not for everybody'),
  },
  {
    without: 'what is not for sale stands beside a deal',
    file: 'server/features/deals/deals-related.store.ts',
    take: 'deal_is_live(d) and d.id <> s.id',
    leave: 'd.id <> s.id',
    falls: salon('what cannot be bought stands beside nothing'),
  },
  {
    without: 'a salon that moved is sought where it was',
    file: 'db/migrations/0001_rules.sql',
    take: 'create trigger salons_changed after update on salons',
    leave: 'create trigger salons_changed after truncate on salons',
    falls: salon('when a salon changes its telephone'),
  },
  {
    without: 'a hidden deal opens by its address',
    file: 'server/features/deals/deals.store.ts',
    take: 'deal_is_public(d) as "isPublic"',
    leave: 'true as "isPublic"',
    falls: deals('hidden, inactive and deleted deals open for their owner'),
  },
  {
    without: 'views of a hidden deal are counted',
    file: 'server/features/deals/deal-views.store.ts',
    take: ' and deal_is_public(d)',
    falls: views('bots, prefetches and lists do not count'),
  },
  {
    without: 'nodes that write the same looks at once count one twice',
    file: 'server/features/deals/deal-views.store.ts',
    take: ' order by deal_id for no key update',
    falls: views('looks at a deal are written by one node at a time'),
  },
  {
    without: 'a shop that closes loses the looks beyond the first two thousand',
    file: counter,
    take: 'for (let left = waiting.size; left > 0; left -= BATCH) void flush();',
    leave: 'void flush();',
    falls: views('all that waits is written when the shop closes'),
  },
];
