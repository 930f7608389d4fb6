/** A thousand networks at once, each of which asks for little. */
import type { Guard } from './guard.ts';

const rushing = 'server/kit/http/rush.ts';
const reading = 'server/kit/http/read-in-line.ts';
const rush = (test: string) => ['server/kit/http/rush.test.ts', test] as const;
const rushLines = (test: string) => ['server/kit/http/rush-lines.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'pages ask the database beside all who have a place, and orders wait for them',
    file: reading,
    take: 'if (isInside(request)) return read(amongAll);',
    leave: 'if (isInside(request)) return read((work) => work());',
    falls: rush('pages and calls together'),
  },
  {
    without: 'equal pages that are opened at once take a place each',
    file: 'server/pages/pages.ts',
    take: 'deps.cache.remember(key, () => amongAll(fresh))',
    leave: 'amongAll(() => deps.cache.remember(key, fresh))',
    falls: rush('all who open the same page'),
  },
  {
    without: 'a thousand networks at once wait for each other until nobody wants the answer',
    file: rushing,
    take: 'if (Math.max(...before.map((each) => each.wait())) > LONGEST_MS) throw comeBack();',
    falls: rush('whoever comes while many networks wait'),
  },
  {
    without: 'nothing is left for who orders while everything else hangs',
    file: rushing,
    take: 'Math.floor(OF_CONNECTIONS * connections)',
    leave: '2 * connections',
    falls: rush('pages and calls together'),
  },
  {
    without: 'changes of a thousand networks wait for each other until nobody wants the answer',
    file: 'server/kit/http/changes-in-line.ts',
    take: "() => asking('change', begin)",
    leave: 'begin',
    falls: rush('whoever changes something while many networks do'),
  },
  {
    without: 'who orders, pays, signs in or signs out is refused in a rush of changes',
    file: 'server/kit/http/changes-in-line.ts',
    take: 'row.goesFirst ? begin : ',
    leave: '',
    falls: rush('whoever changes something while many networks do'),
  },
  {
    without: 'who is refused was looked up before',
    file: 'server/kit/http/serve.ts',
    take: 'if (sessions.cookie.read(request) === null) checkAccess(access, null);',
    leave: 'checkAccess(access, await sessions.find(request));',
    falls: rush('who somebody is, is asked in the same line'),
  },
  {
    without: 'what is known waits behind what anybody may invent',
    file: rushing,
    take: 'places.take(begin, rank)',
    leave: 'places.take(begin, 0)',
    falls: rushLines('while what is known waits'),
  },
  {
    without: 'what anybody may invent takes every place of what is known',
    file: rushing,
    take: "kind === 'known' ? Infinity : Math.ceil(OF_PLACES * atWork)",
    leave: 'Infinity',
    falls: rushLines('whatever hangs of a kind, here invented'),
  },
  {
    without: 'what anybody may invent takes the time of what is known',
    file: rushing,
    take: 'lines.slice(0, ',
    leave: 'lines.slice(KINDS.indexOf(kind), ',
    falls: rushLines('what anybody may invent is refused where'),
  },
  {
    without: 'one who waits in a line where nobody stood for long seems to wait since then',
    file: rushing,
    take: 'if (waiting() === 0) movedAt = performance.now();',
    falls: rushLines('what anybody may invent waits no longer'),
  },
  {
    without: 'who waits is counted, and not how fast they are let in',
    file: rushing,
    take: 'gap += (now - movedAt - gap) / lately;',
    leave: 'gap += 0;',
    falls: rushLines('how many may wait follows'),
  },
  {
    without: 'a moment in which nothing is answered counts for each line anew',
    file: rushing,
    take: 'Math.max(...before.map((each) => each.wait()))',
    leave: 'before.reduce((sum, each) => sum + each.wait(), 0)',
    falls: rushLines('a moment in which nothing is answered'),
  },
  {
    without: 'a moment in which nothing is answered passes for how slow it is',
    file: rushing,
    take: 'LATELY * atWork',
    leave: 'LATELY',
    falls: rushLines('a moment in which nothing is answered'),
  },
  {
    without: 'who comes after a hang is refused for as slow as it was',
    file: rushing,
    take: 'if (places.isIdle) for (const each of lines) each.forget();',
    falls: rushLines('how slow it was once'),
  },
  {
    without: 'a list that is known is refused in a rush',
    file: 'server/kit/http/failures.ts',
    take: "if (at instanceof AppError) return at.code === 'server.busy';",
    falls: rush('a list that was known'),
  },
];
