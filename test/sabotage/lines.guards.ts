/** Who asks for much at once waits for themselves. */
import type { Guard } from './guard.ts';

const reading = 'server/kit/http/read-in-line.ts';
const inLine = (test: string) => ['server/kit/http/read-in-line.test.ts', test] as const;
const rush = (test: string) => ['server/kit/http/rush.test.ts', test] as const;
const hashes = (test: string) => ['server/kit/passwords.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a network with an address for each account makes accounts without end',
    file: 'core/contract/accounts.ts',
    take: ", 'networkRegistrations'],",
    leave: '],',
    falls: ['server/features/accounts/registering.test.ts', 'the addresses of one network make so many'],
  },
  {
    without: 'one cart, or one browser, holds every connection to the database',
    file: 'server/kit/http/changes-in-line.ts',
    take: 'const AT_WORK = 2;',
    leave: 'const AT_WORK = 200;',
    falls: ['server/kit/http/changes-in-line.test.ts', 'of 118 changes of one cart'],
  },
  {
    without: 'whoever asks for a thousand changes at once is waited for',
    file: 'server/kit/lines.ts',
    take: 'if (line.waiting >= longest) throw full();',
    falls: ['server/kit/http/changes-in-line.test.ts', 'of 118 changes of one cart'],
  },
  {
    without: 'who registers without end comes before who signs in',
    file: 'server/kit/turns.ts',
    take: 'waiting.find((same) => same?.length)',
    leave: 'waiting.findLast((same) => same?.length)',
    falls: hashes('a known browser comes first'),
  },
  {
    without: 'who registers without end takes the places of who signs in',
    file: 'server/kit/passwords.ts',
    take: 'hashing.waitingAt(rank) >= MOST_WAITING',
    leave: 'hashing.waiting >= MOST_WAITING',
    falls: hashes('while sixty wait to register'),
  },
  {
    without: 'a network takes every turn to have a password hashed',
    file: 'server/kit/passwords.ts',
    take: 'atWork: SHARE',
    leave: 'atWork: 1000',
    falls: hashes('who registers from elsewhere waits for four'),
  },
  {
    without: 'passwords are hashed for those who went long ago',
    file: 'server/kit/lines.ts',
    take: 'if (performance.now() - came >= patienceMs) throw busy();',
    falls: hashes('who waited for ten seconds'),
  },
  {
    without: 'a network that registers is everybody who signs in',
    file: 'server/features/accounts/accounts.service.ts',
    take: "{ network: browser.network, comesAs: 'registration' }",
    leave: "{ network: '', comesAs: 'knownBrowser' }",
    falls: ['server/features/accounts/registering.test.ts', 'while every address of a network'],
  },
  {
    without: 'one address that searches holds every connection to the database',
    file: reading,
    take: 'call: 8 };',
    leave: 'call: 800 };',
    falls: inLine('of 250 calls for one address'),
  },
  {
    without: 'a network with an address for each call holds every connection to the database',
    file: reading,
    take: 'ofNetwork[kind](networkIn(address), () => ofAll[kind](turn, isKnown))',
    leave: 'ofAll[kind](turn, isKnown)',
    falls: inLine('of 250 calls for the addresses of one network'),
  },
  {
    without: 'what nobody keeps is read for an address all at once',
    file: 'server/kit/http/public-answers.ts',
    take: 'unkept(await inLine(read))',
    leave: 'unkept(await read())',
    falls: inLine('of 250 calls for one address'),
  },
  {
    without: 'what would be kept is read for an address all at once',
    file: 'server/kit/http/public-answers.ts',
    take: '() => inLine(ask)',
    leave: 'ask',
    falls: inLine('of 250 calls that would be kept'),
  },
  {
    without: 'what is personal is read for an address all at once',
    file: 'server/kit/http/serve.ts',
    take: "isPublic ? work() : readInLine(request, 'call', work, true)",
    leave: 'work()',
    falls: inLine('what is personal stands in line'),
  },
  {
    without: 'everybody waits for the pages that one address invents',
    file: 'server/pages/pages.ts',
    take: "await deps.readInLine(request, 'page', fresh, known.has(key))",
    leave: 'await fresh()',
    falls: inLine('while one address asks for 200 invented pages'),
  },
  {
    without: 'the pages of a line are rendered without anybody else being heard',
    file: reading,
    take: 'await immediately();',
    falls: inLine('who arrived in the same moment'),
  },
  {
    without: 'a page that is there waits for those that are made',
    file: 'server/pages/pages.ts',
    take: 'deps.cache.get<Page>(key) ?? ',
    falls: inLine('what is kept waits for nobody'),
  },
  {
    without: 'calls that hang hold up the pages of an address',
    file: 'server/pages/pages.ts',
    take: "readInLine(request, 'page', fresh, ",
    leave: "readInLine(request, 'call', fresh, ",
    falls: inLine('while the database hangs for calls'),
  },
  {
    without: 'the pages of all networks wait in one line for what they show',
    file: reading,
    take: 'if (isInside(request)) return read();',
    falls: inLine('what pages ask for belongs to them'),
  },
  {
    without: 'who stands in line is waited for as long as it takes',
    file: reading,
    take: 'inTime(reading, hasBegun ? {} : { late: busy })',
    leave: 'reading',
    falls: inLine('who waits is told to come back'),
  },
  {
    without: 'what is read for those who were sent away keeps the others waiting',
    file: reading,
    take: 'return readUnlessLate();',
    leave: 'return read();',
    falls: inLine('who waits is told to come back'),
  },
  {
    without: 'a thousand networks at once wait for each other until nobody wants the answer',
    file: 'server/kit/http/rush.ts',
    take: 'if (waiting > 0 && Math.max(came - letInAt, waiting * gap) > LONGEST_MS) throw comeBack();',
    falls: rush('whoever comes while many networks wait'),
  },
  {
    without: 'what is known waits behind what anybody may invent',
    file: 'server/kit/http/rush.ts',
    take: 'if (isKnown) return known.take(read);',
    falls: rush('whoever comes while many networks wait'),
  },
  {
    without: 'what anybody may invent takes the time of what is known',
    file: 'server/kit/http/rush.ts',
    take: 'if (known.waiting > 0) throw comeBack();',
    falls: rush('while what is known waits'),
  },
  {
    without: 'who waits is counted, and not how fast they are let in',
    file: 'server/kit/http/rush.ts',
    take: 'gap += (now - Math.max(letInAt, came) - gap) / LATELY;',
    leave: 'gap += 0;',
    falls: rush('how many may wait follows'),
  },
  {
    without: 'a list that is known is refused in a rush',
    file: 'server/kit/http/failures.ts',
    take: "if (error instanceof AppError) return error.code === 'server.busy';",
    falls: rush('a list that was known'),
  },
];
