/** The log says what happened, and no secret. */
import type { Guard } from './guard.ts';

export const guards: readonly Guard[] = [
  {
    without: 'an attack fills the disk with its log',
    file: 'server/kit/http/security-log.ts',
    take: 'if (count > LINES_PER_SECOND) noteMany(code, line);\n    else log.warn(',
    leave: 'log.warn(',
    falls: ['server/kit/http/failures.test.ts', 'refusals that tell of an attack are logged shortly'],
  },
  {
    without: 'nobody learns how long an attack went on',
    file: 'server/kit/http/security-log.ts',
    take: 'noteMany(code, line);',
    leave: ';',
    falls: ['server/kit/http/failures.test.ts', 'refusals that tell of an attack are logged shortly'],
  },
  {
    without: 'a database that is away fills the disk with the log',
    file: 'server/kit/seldom.ts',
    take: 'if (!counted) return begin(key, facts);',
    leave: 'if (!counted || counted) return begin(key, facts);',
    falls: ['server/kit/http/failures.test.ts', 'what is busy is told once and counted'],
  },
  {
    without: 'a visitor writes into the log what they like as the id of a request',
    file: 'server/kit/http/request-id.ts',
    take: "typeof given === 'string' && FORM.test(given)",
    leave: "typeof given === 'string'",
    falls: ['server/kit/http/observe.test.ts', 'an id that is not well formed'],
  },
  {
    without: 'the access log says who looked for what',
    file: 'server/kit/http/observe.ts',
    take: "return pagePath ?? routeOptions.url ?? 'none';",
    leave: 'return pagePath ?? arguments[0].url;',
    falls: ['server/kit/http/observe.test.ts', 'is one line that tells the route'],
  },
  {
    without: 'who tries another host on us leaves no trace',
    file: 'server/kit/http/security-log.ts',
    take: "  'host.foreign',\n",
    falls: ['server/kit/http/security-log.test.ts', 'another host leaves a line'],
  },
  {
    without: 'who signs in leaves no trace',
    file: 'server/features/accounts/accounts.routes.ts',
    take: "tell('accounts.signIn', { request, userId: user.id });",
    falls: ['server/kit/http/security-log.test.ts', 'who comes and goes leaves lines'],
  },
  {
    without: 'who renews the codes of an account leaves no trace',
    file: 'server/features/second-factors/second-factors.routes.ts',
    take: "tell('secondFactors.renew', { request, userId: user.id });",
    falls: ['server/features/second-factors/second-factors.test.ts', 'new recovery codes end the old ones'],
  },
  {
    without: 'an attack leaves no trace',
    file: 'server/kit/http/security-log.ts',
    take: "else log.warn(line, 'security');",
    falls: ['server/kit/http/failures.test.ts', 'refusals that tell of an attack are logged shortly'],
  },
  {
    without: 'the log shows passwords and tokens',
    file: 'server/kit/log.ts',
    take: "redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '…' },",
    falls: ['server/kit/log.test.ts', 'secrets that somebody logs are blanked'],
  },
  {
    without: 'the log shows what a failed statement was given',
    file: 'server/kit/error-facts.ts',
    take: '...(!isOfStatement(error) && { message: error.message }),',
    leave: 'message: error.message,',
    falls: ['server/kit/http/failures.test.ts', 'what failed at the database is told without the values'],
  },
  {
    without: 'what somebody typed is logged where it reads like a place in the code',
    file: 'server/kit/error-facts.ts',
    take: '.slice(isAsThrown ? begins + message.length : 0)',
    falls: ['test/canaries.test.ts', 'nothing that fails for want of users'],
  },
  {
    without: 'a message that was changed is logged as it was before',
    file: 'server/kit/error-facts.ts',
    take: "if (!isAsThrown && isOfStatement(error)) return '';",
    falls: ['server/kit/error-facts.test.ts', 'a message that was changed meanwhile'],
  },
];
