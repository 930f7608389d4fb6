/** What is let in: origin, content, canonical input, sizes, times. */
import type { Guard } from './guard.ts';

const decoder = 'server/kit/http/decoder.ts';
const origin = 'server/kit/http/origin.ts';
const gate = 'server/kit/http/gate.ts';
const input = (test: string) => ['server/kit/http/bad-input.test.ts', test] as const;
const failures = (test: string) => ['server/kit/http/failures.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: "another site's page changes things",
    file: gate,
    take: 'checkOrigin(request, publicOrigin);',
    falls: input('"sec-fetch-site":"cross-site"} is refused'),
  },
  {
    without: 'what the browser says of its site is not asked',
    file: origin,
    take: "if (site === 'same-origin' || site === 'none') return;",
    leave: 'return;',
    falls: input('"sec-fetch-site":"same-site"} is refused'),
  },
  {
    without: 'an old browser on another site changes things',
    file: origin,
    take: "if (!own.includes(origin)) throw new AppError(403, 'origin.foreign');",
    falls: input('"origin":"https://evil.example"} is refused'),
  },
  {
    without: 'a given address of the shop is not held to',
    file: origin,
    take: 'publicOrigin ? [publicOrigin] : [',
    leave: '[',
    falls: failures('behind a given https address the cookie is bound to it'),
  },
  {
    without: 'a packed body is read',
    file: gate,
    take: "if (request.headers['content-encoding'] !== undefined) throw new AppError(415, 'input.type');",
    falls: input('a packed body is refused'),
  },
  {
    without: 'other kinds of JSON are read',
    file: 'server/kit/http/body.ts',
    take: "json: { type: 'application/json', parameters: utf8,",
    leave: "json: { type: 'application/json', parameters: /^/,",
    falls: input('content type "application/json; charset=latin1" is not accepted'),
  },
  {
    without: 'plain text is read as a body',
    file: 'server/kit/http/body.ts',
    take: "if (!isIt) throw new AppError(415, 'input.type');",
    falls: input('content type "text/plain" is not accepted'),
  },
  {
    without: 'bytes that are no UTF-8 are read',
    file: decoder,
    take: '{ fatal: true, ignoreBOM: true }',
    leave: '{ ignoreBOM: true }',
    falls: input('a body with invalid UTF-8 is refused'),
  },
  {
    without: 'names that reach prototypes are read',
    file: decoder,
    take: "if (FORBIDDEN_NAMES.has(name)) throw new AppError(400, 'input.malformed');",
    falls: input('a body with constructor deep inside is refused'),
  },
  {
    without: 'NUL reaches the database',
    file: decoder,
    take: "text.includes('\\0') || !text.isWellFormed()",
    leave: '!text.isWellFormed()',
    falls: input('a body with U+0000 is refused'),
  },
  {
    without: 'half a character reaches the database',
    file: decoder,
    take: "text.includes('\\0') || !text.isWellFormed()",
    leave: "text.includes('\\0')",
    falls: input('a body with a lone surrogate is refused'),
  },
  {
    without: 'JSON may be as deep as it likes',
    file: decoder,
    take: "if (depth >= MAX_DEPTH) throw new AppError(400, 'input.malformed');",
    falls: input('a body with objects thirty thousand levels deep is refused'),
  },
  {
    without: 'NUL in a path reaches the database',
    file: decoder,
    take: "if (url.includes('%00')) throw new AppError(400, 'input.encoding');",
    falls: input('an address with NUL in the path is refused'),
  },
  {
    without: 'NUL in a form reaches the database',
    file: decoder,
    take: "if (name.includes('\\0') || value.includes('\\0')) return BAD_TEXT as never;",
    falls: ['server/kit/http/serve.test.ts', 'a form that another site posts is read as strictly as a query'],
  },
  {
    without: 'a query that cannot be read is read as none',
    file: decoder,
    take: 'if (query instanceof RefusedQuery) throw new AppError(400, query.code);',
    falls: input('an address with a broken escape is refused'),
  },
  {
    without: 'of a repeated parameter the last one counts',
    file: decoder,
    take: 'if (name in query || FORBIDDEN_NAMES.has(name)) return MALFORMED as never;',
    leave: 'if (FORBIDDEN_NAMES.has(name)) return MALFORMED as never;',
    falls: input('an address with a repeated parameter is refused'),
  },
  {
    without: '__proto__ is read as a parameter',
    file: decoder,
    take: 'if (name in query || FORBIDDEN_NAMES.has(name)) return MALFORMED as never;',
    leave: 'if (name in query) return MALFORMED as never;',
    falls: input('an address with __proto__ as a parameter is refused'),
  },
  {
    without: 'an address may be as long as it likes',
    file: decoder,
    take: "if (url.length > MAX_URL) throw new AppError(414, 'input.tooLarge');",
    falls: input('an address with ten thousand characters is refused'),
  },
  {
    without: 'an empty JSON body is a mistake',
    file: 'server/kit/http/body.ts',
    take: 'if (bytes.length === 0) return undefined;',
    falls: input('an empty JSON body is no body'),
  },
  {
    without: 'a body may be a megabyte',
    file: 'server/app.ts',
    take: 'bodyLimit: 64 * 1024,',
    falls: input('a body with a body of more than 64 KB is refused'),
  },
  {
    without: 'headers may be as long as they like',
    file: 'server/app.ts',
    take: '      maxHeaderSize: 16 * 1024,\n',
    leave: '      maxHeaderSize: 64 * 1024,\n',
    falls: input('a request with a header of 20 KB is answered'),
  },
  {
    without: 'a slow body is waited for without end',
    file: 'server/app.ts',
    take: 'requestTimeout: 1000 * Math.max(MAX_SECONDS, ...rows.map(([, row]) => row.maxSeconds ?? 0)),',
    falls: failures('slow and endless connections are bounded'),
  },
  {
    without: 'slow headers are waited for a minute',
    file: 'server/app.ts',
    take: '      headersTimeout: 10_000,\n',
    falls: failures('slow and endless connections are bounded'),
  },
  {
    without: 'a connection is used without end',
    file: 'server/app.ts',
    take: 'maxRequestsPerSocket: Math.max(1, Math.round(1000 * config.rateLimitScale)),',
    falls: failures('slow and endless connections are bounded'),
  },
  {
    without: 'input is not checked against the shape of its row',
    file: 'server/kit/http/input.ts',
    take: 'throw invalidInput(fieldErrors(result.error.issues, where));',
    leave: 'return value;',
    falls: input('a body with a negative quantity is refused'),
  },
  {
    without: 'a malformed id in a path reaches the database',
    file: 'server/kit/http/input.ts',
    take: "throw new AppError(404, 'route.absent');",
    leave: 'return value;',
    falls: ['server/features/cart/cart.test.ts', 'an item id that is no id'],
  },
  {
    without: 'a statement may take as long as it likes',
    file: 'server/kit/db/pool.ts',
    take: 'statement_timeout: statementTimeoutMs,',
    falls: ['server/kit/db/transaction.test.ts', 'a statement that takes longer than three seconds'],
  },
  {
    without: 'a lock is waited for without end',
    file: 'server/kit/db/pool.ts',
    take: 'lock_timeout: 2_000,',
    falls: ['server/kit/db/transaction.test.ts', 'who waits for a lock'],
  },
  {
    without: 'a transaction that is forgotten holds its locks for ever',
    file: 'server/kit/db/pool.ts',
    take: 'idle_in_transaction_session_timeout: 5_000,',
    falls: ['server/kit/db/transaction.test.ts', 'who waits for a lock'],
  },
  {
    without: 'a broken connection ends the process',
    file: 'server/kit/db/pool.ts',
    take: "pool.on('error', onBroken);",
    falls: ['server/kit/db/transaction.test.ts', 'a connection that breaks'],
  },
  {
    without: 'the busy database is answered as our fault',
    file: 'server/kit/http/failures.ts',
    take: 'if (isBusy(error) || code',
    leave: 'if (code',
    falls: failures('{"code":"57014"} is a busy shop'),
  },
  {
    without: 'the log knows nothing of what the shop could not do',
    file: 'server/kit/http/failures.ts',
    take: 'if (status >= 500) noteAway(code,',
    leave: 'if (status > 599) noteAway(code,',
    falls: failures('what cannot be done now is told once and counted'),
  },
  {
    without: 'a form of a hundred thousand parts is read before it is refused',
    file: 'server/kit/http/body.ts',
    take: '  checkParts(bytes, type);\n',
    falls: ['server/kit/http/serve.test.ts', 'a form of very many parts is refused'],
  },
  {
    without: 'the addresses of other hosts are pages',
    file: 'server/pages/page-request.ts',
    take: "if (!path.startsWith('/')) throw new AppError(400, 'input.malformed');",
    falls: ['server/pages/addresses.test.ts', 'http://evil.example/CART is no page'],
  },
];
