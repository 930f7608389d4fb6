/** For whom the shop answers, and how long it waits. */
import type { Guard } from './guard.ts';

const letGo = 'server/kit/http/let-go.ts';
const inTurn = 'server/kit/http/in-turn.ts';
const ahead = (test: string) => ['server/kit/http/in-turn.test.ts', test] as const;
const host = (test: string) => ['server/kit/http/host.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a second server, under the other address of a name, answers by rules of its own',
    file: 'server/start.ts',
    take: 'port: config.port, host, ...SHARED }',
    leave: 'port: config.port, host: config.host }',
    falls: ['test/draining.test.ts', 'a name with two addresses'],
  },
  {
    without: 'the shop answers under the name of another site',
    file: 'server/kit/http/host.ts',
    take: "if (asked !== publicHost && !isLocalHost(asked)) throw new AppError(421, 'host.foreign');",
    falls: host('who asks for evil.example'),
  },
  {
    without: 'what anybody may write beside the name is taken for it',
    file: 'server/kit/http/host.ts',
    take: "return headers.host ?? '';",
    leave: "return String(headers['x-forwarded-host'] ?? headers.host ?? '');",
    falls: host('a name beside that of the request'),
  },
  {
    without: 'of two names the first one counts',
    file: 'server/kit/http/host.ts',
    take: "if (rawHeaders.filter(isHost).length > 1) throw new AppError(400, 'input.malformed');",
    falls: host('two hosts'),
  },
  {
    without: 'a shop whose visitor sends nothing calls itself busy',
    file: 'server/kit/http/failures.ts',
    take: 'request.raw.complete === false',
    leave: 'false',
    falls: ['server/kit/http/slow-body.test.ts', 'one byte of fifty'],
  },
  {
    without: 'who was told that a body came too late is heard on',
    file: 'server/kit/http/failures.ts',
    take: "if (problem.status === 408) reply.header('connection', 'close');",
    falls: ['server/kit/http/slow-body.test.ts', 'one byte of fifty'],
  },
  {
    without: 'a thousand requests of one connection begin at once',
    file: inTurn,
    take: 'if (!line.isAnswering) {',
    leave: 'if (line.waiting) {',
    falls: ahead('requests that were sent ahead'),
  },
  {
    without: 'very many requests wait on one connection',
    file: inTurn,
    take: 'line.waiting.length < MAX_AHEAD',
    leave: 'line.waiting.length < 10_000',
    falls: ahead('who sends very many ahead'),
  },
  {
    without: 'empty lines keep a connection for ever',
    file: inTurn,
    take: 'line.silence = setTimeout(() => socket.destroy(), server.keepAliveTimeout + server.headersTimeout).unref();',
    falls: ahead('empty lines'),
  },
  {
    without: 'Node answers by itself to an expectation that it does not know',
    file: inTurn,
    take: "server.on('checkExpectation', (request, response) => server.emit('request', request, response));",
    falls: ahead('an expectation'),
  },
  {
    without: 'what watches a node by its number is sent away',
    file: 'server/kit/http/host.ts',
    take: ' || request.routeOptions.config.anyHost',
    falls: host('what watches a node'),
  },
  {
    without: 'a request that never became one is answered without the usual headers',
    file: 'server/app.ts',
    take: 'answerClientError(headers.api, ',
    leave: 'answerClientError({}, ',
    falls: host('no HTTP at all'),
  },
  {
    without: 'Node answers by itself to who names no host',
    file: 'server/app.ts',
    take: 'requireHostHeader: false',
    leave: 'requireHostHeader: true',
    falls: host('no host'),
  },
  {
    without: 'half a request holds a connection for minutes',
    file: 'server/app.ts',
    take: '      connectionsCheckingInterval: 1000,\n',
    falls: host('who says nothing'),
  },
  {
    without: 'a node that goes cuts connections on which a proxy is just sending',
    file: letGo,
    take: 'Server.prototype.close.call(server);',
    leave: 'server.close();',
    falls: ['test/draining.test.ts', 'a node that goes takes no new connection'],
  },
  {
    without: 'a node that goes keeps connections of which a proxy thinks they stay',
    file: letGo,
    take: 'leaving.abort();',
    falls: ['test/draining.test.ts', 'a node that goes takes no new connection'],
  },
  {
    without: 'who came at the moment in which a node is told to go is cut off',
    file: letGo,
    take: "for (const server of servers) server.on('connection', accepted);",
    falls: ['server/kit/http/let-go.test.ts', 'connections that nobody has accepted yet'],
  },
  {
    without: 'people wait for being accepted, one in each round of the event loop',
    file: 'server/kit/http/listen-more.ts',
    take: 'const EARS = 16;',
    leave: 'const EARS = 1;',
    falls: ['server/kit/http/let-go.test.ts', 'several connections are accepted in one round'],
  },
  {
    without: 'a file is called missing where no descriptor is left to look for it',
    file: 'server/pages/static-files.ts',
    take: 'if (!built.has(file)) return',
    leave: 'return',
    falls: ['server/pages/static-files.test.ts', 'while a folder cannot be read its files are not called missing'],
  },
];
