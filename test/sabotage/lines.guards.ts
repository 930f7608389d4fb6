/** Who asks for much at once waits for themselves. */
import type { Guard } from './guard.ts';

const reading = 'server/kit/http/read-in-line.ts';
const inLine = (test: string) => ['server/kit/http/read-in-line.test.ts', test] as const;
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
    file: 'server/kit/unless-late.ts',
    take: 'if (performance.now() - came >= PATIENCE_MS) throw late();',
    falls: hashes('who waited for five seconds'),
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
    take: 'ofNetwork[kind](networkIn(address), inOwnTurn)',
    leave: 'inOwnTurn()',
    falls: inLine('of 250 calls for the addresses of one network'),
  },
  {
    without: 'what nobody keeps is read for an address all at once',
    file: 'server/kit/http/public-answers.ts',
    take: 'await inLine((amongAll) => amongAll(read))',
    leave: 'await read()',
    falls: inLine('of 250 calls for one address'),
  },
  {
    without: 'what would be kept is read for an address all at once',
    file: 'server/kit/http/public-answers.ts',
    take: '() => inLine(ask)',
    leave: '() => ask((work) => work())',
    falls: inLine('of 250 calls that would be kept'),
  },
  {
    without: 'what is personal is read for an address all at once',
    file: 'server/kit/http/serve.ts',
    take: "readInLine(request, 'call', (amongAll) => amongAll(work), true)",
    leave: 'work()',
    falls: inLine('what is personal stands in line'),
  },
  {
    without: 'everybody waits for the pages that one address invents',
    file: 'server/pages/pages.ts',
    take: "await deps.readInLine(request, 'page', shared, known.has(key))",
    leave: 'await shared((work) => work())',
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
    take: "readInLine(request, 'page', shared, ",
    leave: "readInLine(request, 'call', shared, ",
    falls: inLine('while the database hangs for calls'),
  },
  {
    without: 'the pages of all networks wait in one line for what they show',
    file: reading,
    take: 'if (isInside(request)) return read(amongAll);',
    falls: inLine('what pages ask for belongs to them'),
  },
  {
    without: 'what waited among all is read for those who were sent away',
    file: reading,
    take: 'unlessLate(turn, busy)',
    leave: 'turn',
    falls: inLine('what waited among all'),
  },
  {
    without: 'who stands in line is waited for as long as it takes',
    file: reading,
    take: 'inTime(reading, { request, lost, ...(!hasBegun && { late: busy }) })',
    leave: 'reading',
    falls: inLine('who waits is told to come back'),
  },
  {
    without: 'what is read for those who were sent away keeps the others waiting',
    file: reading,
    take: 'unlessLate(() => read(amongAll), busy)',
    leave: '() => read(amongAll)',
    falls: inLine('who waits is told to come back'),
  },
  {
    without: 'a change is begun after its asker was told that it was not',
    file: 'server/kit/http/changes-in-line.ts',
    take: 'const begin = unlessLate(work, busy);',
    leave: 'const begin = work;',
    falls: ['server/kit/http/changes-in-line.test.ts', 'an addition, whose asker is answered'],
  },
];
