/** For whom the shop answers, and how long it waits. */
import type { Guard } from './guard.ts';

const host = (test: string) => ['server/kit/http/host.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'the shop answers under the name of another site',
    file: 'server/kit/http/host.ts',
    take: "if (asked !== publicHost && !isLocalHost(asked)) throw new AppError(421, 'host.foreign');",
    falls: host('who asks for evil.example'),
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
];
