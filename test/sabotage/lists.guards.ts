/** What a list holds: only what is for sale, each page as asked, with a plan that is kept. */
import type { Guard } from './guard.ts';

const deals = (test: string) => ['server/features/deals/deals.test.ts', test] as const;
const lists = (test: string) => ['server/features/deals/deals-list.test.ts', test] as const;
const orders = (test: string) => ['server/features/deals/deals-orders.test.ts', test] as const;
const hints = (test: string) => ['server/features/deals/deals-hints.test.ts', test] as const;
const rules = 'server/features/deals/deals.rules.ts';

export const guards: readonly Guard[] = [
  {
    without: 'each invented list has a plan on every connection',
    file: 'server/features/deals/deals-list.store.ts',
    take: 'return { ...FOUND, values',
    leave: 'return { ...FOUND, name: `${FOUND.name}.${city}.${category}.${sort}.${limit}`, values',
    falls: ['server/features/deals/deals-statements.test.ts', 'all lists together'],
  },
  {
    without: 'hidden deals are listed',
    file: 'db/migrations/0001_rules.sql',
    take: 'return d.is_active and not d.is_hidden and d.deleted_at is null;',
    leave: 'return d.is_active and d.deleted_at is null;',
    falls: deals('the list holds what is live in the city'),
  },
  {
    without: 'paused deals are listed',
    file: 'db/migrations/0001_rules.sql',
    take: 'return d.is_active and not d.is_hidden and d.deleted_at is null;',
    leave: 'return not d.is_hidden and d.deleted_at is null;',
    falls: deals('the list holds what is live in the city'),
  },
  {
    without: 'deleted deals are listed',
    file: 'db/migrations/0001_rules.sql',
    take: 'return d.is_active and not d.is_hidden and d.deleted_at is null;',
    leave: 'return d.is_active and not d.is_hidden;',
    falls: deals('the list holds what is live in the city'),
  },
  {
    without: 'expired deals are listed until they are swept',
    file: 'db/migrations/0001_rules.sql',
    take: ' and (d.expires_at is null or d.expires_at > now());',
    leave: ';',
    falls: deals('a deal leaves the list at the moment it expires'),
  },
  {
    without: 'a search longer than two hundred characters is searched for',
    file: rules,
    take: 'if (search !== null && isTooLong(search)) return null;',
    falls: ['server/features/deals/deals-search.test.ts', 'a search that is empty is none'],
  },
  {
    without: 'an invented city is the whole country',
    file: rules,
    take: 'return isCity(city) ? city : undefined;',
    leave: 'return isCity(city) ? city : null;',
    falls: deals('the list holds what is live in the city'),
  },
  {
    without: 'one answer holds all deals there are',
    file: 'core/contract/paging.ts',
    take: 'z.regex(/^([1-9]\\d?|100)?$/)',
    leave: 'z.regex(/^\\d*$/)',
    falls: deals('a limit is a whole number from 1 to 100'),
  },
  {
    without: 'a cursor that somebody wrote breaks the statement',
    file: 'server/features/deals/deals-cursor.rules.ts',
    take: ', z.maximum(2 ** 31 - 1)',
    falls: ['test/fuzz.test.ts', 'a cursor of deals.list with any part changed'],
  },
  {
    without: 'a cursor of another question is followed',
    file: 'server/features/deals/deals-cursor.rules.ts',
    take: "if (at > 0 !== isSearch) throw invalidInput({ cursor: 'invalid' });",
    falls: deals('a limit is a whole number from 1 to 100'),
  },
  {
    without: 'a page repeats the last deal of the one before',
    file: 'db/migrations/0001_rules.sql',
    take: '(d.is_featured, d.created_at, d.id) < (',
    leave: '(d.is_featured, d.created_at, d.id) <= (',
    falls: deals('pages by default neither lose nor repeat a deal'),
  },
  {
    without: 'deals without a rating are on no page but the first',
    file: 'db/migrations/0001_rules.sql',
    take: 'else d.rating is null or (d.rating,',
    leave: 'else (d.rating,',
    falls: orders('rating sorts as the deals themselves say'),
  },
  {
    without: 'deals nobody knows the place of are on no page but the first',
    file: 'db/migrations/0001_rules.sql',
    take: 'else d.place is null or (d.place',
    leave: 'else (d.place',
    falls: orders('near sorts as the deals themselves say'),
  },
  {
    without: 'a list shows deals of any price',
    file: 'db/migrations/0001_rules.sql',
    take: "concat_ws(' ', priced, behind)",
    leave: 'behind',
    falls: orders('price sorts as the deals themselves say'),
  },
  {
    without: 'home shows deals of any price',
    file: 'server/features/deals/deals-list.store.ts',
    take: ' && minPrice === null && maxPrice === null',
    falls: orders('default sorts as the deals themselves say'),
  },
  {
    without: 'where somebody is may be said to the metre',
    file: 'core/contract/deals.ts',
    take: 'z.regex(/^(-?\\d{1,2}(\\.\\d{1,3})?,',
    leave: 'z.regex(/^(-?\\d{1,2}(\\.\\d{1,6})?,',
    falls: orders('the nearest are asked for from somewhere'),
  },
  {
    without: 'what somebody is shown at their place is kept for others',
    file: 'server/features/deals/deals.routes.ts',
    take: ' && near === null',
    falls: orders('nobody keeps an answer to where somebody is'),
  },
  {
    without: 'what stands between keeps what somebody is shown at their place',
    file: 'server/features/deals/deals.routes.ts',
    take: "if (filter?.near) reply.headers({ 'cache-control': 'no-store' });",
    falls: orders('nobody keeps an answer to where somebody is'),
  },
  {
    without: 'a place without deals is offered to who names it',
    file: 'server/features/deals/deals-hints.store.ts',
    take: 'c.count > 0 and ',
    leave: '',
    falls: hints('“zhvxq korçë” in undefined offers - - korce'),
  },
  {
    without: 'the end of a list leads to a city without deals',
    file: 'server/features/deals/deals-hints.store.ts',
    take: 'where 0 < c.count ',
    falls: hints('behind the end of a list stands the nearest city'),
  },
  {
    without: 'what is hidden or over is counted in an offer',
    file: 'db/migrations/0001_rules.sql',
    take: 'select count(*) from (select from deals d where deal_is_live(d) %s',
    leave: 'select count(*) from (select from deals d where true %s',
    falls: hints('what is offered is what stands behind the offer'),
  },
  {
    without: 'what is hidden or over is shown for some of the words',
    file: 'db/migrations/0001_rules.sql',
    take: 'where d.search @@ $1 and deal_is_live(d) order by %s limit 100)',
    leave: 'where d.search @@ $1 order by %s limit 100)',
    falls: hints('where nothing has all words'),
  },
  {
    without: 'deals with some words are shown beside those with all',
    file: 'db/migrations/0001_rules.sql',
    take: ' or deals_count(city, null, said, 1) > 0 then return;',
    leave: ' then return;',
    falls: hints('where nothing has all words'),
  },
  {
    without: 'the home list shows what is hidden or over',
    file: 'server/features/deals/deals-list.store.ts',
    take: 'where deal_is_live(d)',
    leave: 'where true',
    falls: lists('comes in pages as it comes at once'),
  },
  {
    without: 'the home list is planned anew for each visitor',
    file: 'server/features/deals/deals-list.store.ts',
    take: "name: ['deals.list', ...kind.filter(Boolean)].join('.'),",
    falls: lists('what most visitors ask for is planned once per connection'),
  },
  {
    without: 'each city and category has statements of its own',
    file: 'server/features/deals/deals-list.store.ts',
    take: "const kind = [city && 'city', category && 'category',",
    leave: 'const kind = [city, category,',
    falls: lists('what most visitors ask for is planned once per connection'),
  },
  {
    without: 'a category leads to a city after its last deal there is over',
    file: 'server/features/categories/categories.store.ts',
    take: 'least(min(live.ends), min(near.ends))',
    leave: 'min(live.ends)',
    falls: ['server/features/categories/categories.test.ts', 'the nearest city is told until its last deal is over'],
  },
];
