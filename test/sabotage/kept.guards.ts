/** What was wanted of the cart on a page that was left is done once, lately, by whoever wanted it. */
import type { Guard } from './guard.ts';

const page = 'web/features/cart/kept-changes.ts';
const leaves = (test: string) => ['web/features/cart/use-kept-changes.test.tsx', test] as const;
const stays = (test: string) => ['web/features/cart/page-left.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'what waits behind a change under way is lost when its page is left',
    file: page,
    take: 'store.set({ userId, changes: [...earlier, ...now].slice(-MOST) });',
    falls: leaves('what waited behind a change under way'),
  },
  {
    without: 'what somebody left is done by the next person',
    file: 'web/features/cart/use-kept-changes.ts',
    take: 'kept?.userId === visitor.user.id',
    leave: 'kept !== null',
    falls: leaves('what somebody left is not done by the next person'),
  },
  {
    without: 'what was left long ago changes the cart',
    file: 'web/features/cart/use-kept-changes.ts',
    take: "if (isLate) toastFailure(null, { t, text: t('toast.cartQty.failed') });\n      else ",
    falls: leaves('what was left long ago is not done'),
  },
  {
    without: 'a page that is left takes up what it keeps, and dies with it',
    file: page,
    take: 'isLeft || ',
    falls: stays('a page that is left does not take up'),
  },
  {
    without: 'a page one comes back to does again what the next one did',
    file: page,
    take: '      queue.forget();\n',
    falls: stays('does not do again what another has done'),
  },
  {
    without: 'what was wanted on a page that is come back to is done by the next alone',
    file: page,
    take: '      store.set(kept && { ...kept });\n',
    falls: stays('a page one comes back to as it was left'),
  },
  {
    without: 'a page that rested does again what was done meanwhile',
    file: page,
    take: '      const kept = store.getAfresh();\n      store.set',
    leave: '      const kept = store.get();\n      store.set',
    falls: stays('that was told of nothing while it rested'),
  },
  {
    without: 'a page that is come back to does not look for what was left',
    file: 'web/features/cart/use-kept-changes.ts',
    take: '}, [own]);',
    leave: '}, [own?.userId]);',
    falls: stays('a page one comes back to as it was left'),
  },
  {
    without: 'what was left on a page comes after what is wanted on the next',
    file: 'web/features/cart/cart-queue.ts',
    take: 'add({ ...wish, isEarlier }, place())',
    leave: 'add({ ...wish, isEarlier })',
    falls: leaves('could be taken up comes after it'),
  },
  {
    without: 'what is wanted is sent before what was left on the page before',
    file: 'web/features/cart/cart-queue.ts',
    take: ' || awaited',
    falls: leaves('could be taken up comes long after it'),
  },
  {
    without: 'who signs in waits for what another tab does for who signed out',
    file: 'web/features/cart/cart-queue.ts',
    take: '      awaited = null;\n      const lost',
    leave: '      const lost',
    falls: leaves('whoever comes next does not wait for what another tab'),
  },
  {
    without: 'taps are sent between what another tab left',
    file: 'web/features/cart/cart-queue.ts',
    take: "      clearTimeout(pause);\n      if (state === 'gathering') state = 'idle';\n",
    falls: leaves('what another tab leaves while one taps here'),
  },
  {
    without: 'what was left of the cart is done on some pages alone',
    file: 'web/app.tsx',
    take: '  useKeptChanges();\n',
    falls: ['web/app.test.tsx', 'is done on whatever page comes next'],
  },
  {
    without: 'two tabs carry out what was left of the cart',
    file: page,
    take: "inTurn('keptChanges', async () => {",
    leave: 'Promise.resolve().then(() => {',
    falls: leaves('is not done here as well'),
  },
  {
    without: 'what another tab has just taken up is done once more',
    file: page,
    take: 'const kept = store.getAfresh();\n          if',
    leave: 'const kept = store.get();\n          if',
    falls: leaves('is not done here as well'),
  },
  {
    without: 'what the next person left is done as the one before',
    file: page,
    take: 'kept?.userId !== userId',
    leave: '!kept',
    falls: leaves('what the next person left while another tab'),
  },
  {
    without: 'what another tab took up is left for a third',
    file: page,
    take: 'const before = store.getAfresh();',
    leave: 'const before = store.get();',
    falls: leaves('is not left once more'),
  },
  {
    without: 'what was left long ago becomes new when the next page is left',
    file: page,
    take: 'change.at ?? Date.now()',
    leave: 'Date.now()',
    falls: leaves('however often pages are left since'),
  },
  {
    without: 'what is left of the cart grows without end',
    file: page,
    take: '.slice(-MOST)',
    falls: leaves('no more is left than a cart would hold'),
  },
  {
    without: 'a page falls over what was stored in place of changes',
    file: page,
    take: ' &&\n  Array.isArray(stored.changes) &&\n  stored.changes.every(isKeptChange)',
    falls: leaves('what makes no sense is not taken for changes'),
  },
  {
    without: 'what was left is taken for gone while the lines of the cart are not known',
    file: 'web/features/cart/cart-sender.ts',
    take: " || ('dealId' in intention && !lines())",
    falls: leaves('what waited behind a change under way'),
  },
  {
    without: 'what was pressed on a heart is lost with the page that is left',
    file: 'web/features/favorites/use-favorites.ts',
    take: "if (typeof window !== 'undefined') addEventListener('pagehide', sendTheRest);\n",
    falls: [
      'web/features/favorites/use-favorites.test.tsx',
      'what was pressed and not sent is sent as the page is left',
    ],
  },
  {
    without: 'of what was pressed on a heart all goes out as the page is left, in any order',
    file: 'web/features/favorites/use-favorites.ts',
    take: 'new Map([...unsent].map((change) => [change.deal.id, change]))',
    leave: 'new Map([...unsent].map((change) => [String(change.save), change]))',
    falls: ['web/features/favorites/use-favorites.test.tsx', 'of what waits behind another the last is sent'],
  },
  {
    without: 'what is read afresh is another each time, and effects run for nothing',
    file: 'web/kit/kept.ts',
    take: 'if (known?.text !== text) known = null;',
    leave: 'known = null;',
    falls: ['web/kit/kept.test.ts', 'what says the same as before is the same'],
  },
  {
    without: 'where nothing can be stored nothing is remembered',
    file: 'web/kit/kept.ts',
    take: 'known?.isStored === false ? known.value : ',
    falls: ['web/kit/kept.test.ts', 'what a browser does not store'],
  },
];
