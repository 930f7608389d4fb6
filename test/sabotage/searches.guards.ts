/** What people look for: counted without them, shown to others when it is worth it; and where they are. */
import type { Guard } from './guard.ts';

const searched = (test: string) => ['server/features/searches/searches.test.ts', test] as const;
const home = (test: string) => ['web/pages/home.test.tsx', test] as const;
const near = (test: string) => ['web/pages/home/near-button.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'somebody counts as often as they search',
    file: 'server/features/searches/searches.routes.ts',
    take: "if (await isFirst(tx, { name: 'searched', print })) ",
    falls: searched('somebody counts once a day for a search'),
  },
  {
    without: 'programs search',
    file: 'server/features/searches/searches.routes.ts',
    take: 'counted && isPerson(request)',
    leave: 'counted',
    falls: searched('what is no search of a person is not counted'),
  },
  {
    without: 'what tells of a person is kept and shown to others',
    file: 'server/features/searches/searches.rules.ts',
    take: 'if (!isSearch || tellsOfSomebody || ',
    leave: 'if (!isSearch || ',
    falls: searched('what is no search of a person is not counted'),
  },
  {
    without: 'tags and signs are shown to others',
    file: 'server/features/searches/searches.rules.ts',
    take: ' && PLAIN.test(said)',
    falls: searched('what is no search of a person is not counted'),
  },
  {
    without: 'the table of limits tells who searched for what',
    file: 'server/kit/http/actor.ts',
    take: 'sign(`print ${JSON.stringify(what)}`)',
    leave: "what.join(' ')",
    falls: searched('nothing of whoever searches is kept'),
  },
  {
    without: 'invented words fill the table',
    file: 'server/features/searches/searches.store.ts',
    take: '(select count(*) from search_counts where day = ${day}) < ${MOST_OF_A_DAY}',
    leave: 'true',
    falls: searched('a day holds so many different searches'),
  },
  {
    without: 'one person decides what others are shown',
    file: 'server/features/searches/searches.store.ts',
    take: ' having sum(people) >= ${SEVERAL}',
    falls: searched('what several searched for and is found here is popular'),
  },
  {
    without: 'what finds nothing is offered',
    file: 'server/features/searches/searches.store.ts',
    take: 'where deals_count($1, null, said, 1) > 0 order by n limit',
    leave: 'order by n limit',
    falls: searched('what several searched for and is found here is popular'),
  },
  {
    without: 'what found nothing stands before what is found',
    file: 'server/features/searches/searches.store.ts',
    take: 'where day >= $2 and has_found group by',
    leave: 'where day >= $2 group by',
    falls: searched('what is popular is found among all that a week can hold'),
  },
  {
    without: 'every word of a week is stemmed for whoever finds nothing',
    file: 'server/features/searches/searches.store.ts',
    take: 'group by stems',
    leave: 'group by catalogue_stems(said)',
    falls: searched('what is said alike is known since it was counted'),
  },
  {
    without: 'more than the list is asked for at every key',
    file: 'web/pages/home/use-search-hints.ts',
    take: 'setTimeout(() => setCalm(search), CALM_MS)',
    leave: 'setTimeout(() => setCalm(search), 0)',
    falls: ['web/pages/home/use-search-hints.test.tsx', 'nothing is asked while somebody types'],
  },
  {
    without: 'what helped with one search is offered for another',
    file: 'web/pages/home/use-search-hints.ts',
    take: "calm === search ? { ...data, isAsking: isLoading } : { isAsking: search !== '' }",
    leave: '{ ...data, isAsking: isLoading }',
    falls: ['web/pages/home/use-search-hints.test.tsx', 'what helped with one search is not offered'],
  },
  {
    without: 'nothing is found, for a moment, where something helps',
    file: 'web/pages/home.page.tsx',
    take: '(isNothing && (!isThere || isAsking))',
    leave: '(isNothing && !isThere)',
    falls: home('nobody is told that nothing is found'),
  },
  {
    without: 'a search is counted before it found anything',
    file: 'web/pages/home/use-home-list.ts',
    take: 'isThere: list.isSuccess && !isOfBefore,',
    leave: 'isThere: !isOfBefore,',
    falls: home('a search is not told before its own list is there'),
  },
  {
    without: 'a search is counted while the list of another stands there',
    file: 'web/pages/home/use-home-list.ts',
    take: 'isThere: list.isSuccess && !isOfBefore,',
    leave: 'isThere: list.isSuccess,',
    falls: home('a search is not told before its own list is there'),
  },
  {
    without: 'what is shown does not matter to what is counted',
    file: 'web/features/deals/use-searches.ts',
    take: 'if (!search || !isShown) return;',
    leave: 'if (!search) return;',
    falls: home('a search is not told before its own list is there'),
  },
  {
    without: 'the banner stands over a list in another order, and takes its first deal',
    file: 'web/pages/home.page.tsx',
    take: "category === 'all' && !sort &&",
    leave: "category === 'all' &&",
    falls: home('what stands in the banner comes last of the whole list'),
  },
  {
    without: 'the banner stands over a list of some prices, and takes its first deal',
    file: 'web/pages/home.page.tsx',
    take: ' && !isBound;',
    leave: ';',
    falls: home('what stands in the banner comes last of the whole list'),
  },
  {
    without: 'a city chosen in the sheet is forgotten, and the one before comes back',
    file: 'web/pages/home/find-sheet.tsx',
    take: "remember('selectedCity', wish.city ?? DEFAULT_CITY);",
    falls: ['web/pages/home/find-sheet.test.tsx', 'the city chosen in it is the city from then on'],
  },
  {
    without: 'where somebody is is sent to the metre',
    file: 'core/domain/places.ts',
    take: '`${north.toFixed(3)},${east.toFixed(3)}`',
    leave: '`${north.toFixed(6)},${east.toFixed(6)}`',
    falls: ['web/pages/home/near-button.test.tsx', 'where somebody is is asked after a press alone'],
  },
  {
    without: 'a list goes on being sorted by where somebody is',
    file: 'web/pages/home/find-sheet.tsx',
    take: "if (said.get('sort') !== 'near') leaveNear();",
    falls: ['web/pages/home/near-button.test.tsx', 'another order takes its place'],
  },
  {
    without: 'who leaves home while a device looks for its place is led back there',
    file: 'web/features/deals/near.ts',
    take: "if (now.state === 'asking') leaveNear();",
    falls: near('who has left home meanwhile is not led back to it'),
  },
  {
    without: 'a place is used that nobody wants to tell any more',
    file: 'web/features/deals/near.ts',
    take: 'if (own !== question) return resolve(null);',
    falls: near('while a device thinks the page says so, and one may take it back'),
  },
  {
    without: 'what one went to while a device looked for its place is left again',
    file: 'web/pages/home/near-button.tsx',
    take: 'atLast.current = chosen;',
    falls: near('who looks at a category meanwhile goes on looking at it'),
  },
];
