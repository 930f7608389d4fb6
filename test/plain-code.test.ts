/** What no line of the shop may say. Each rule names the files that may, and why. */
import { expect, test } from 'vitest';
import { filesOf, textOf } from './sources.ts';

interface Rule {
  /** What it keeps out. */
  name: string;
  of: string;
  said: RegExp;
  /** Where it is said for a reason. */
  but?: Record<string, string>;
}

const shop = '{server,core,web}/**/*.{ts,tsx,mjs}';
const server = '{server,core}/**/*.{ts,mjs}';

const rules: Rule[] = [
  {
    name: 'text is run as code',
    of: shop,
    said: /\beval\(|\bnew Function\b|'node:vm'|set(Timeout|Interval)\(\s*['"`]/,
  },
  { name: 'a shell is started', of: shop, said: /(?<![.\w])exec(Sync)?\(|shell: true/ },
  {
    name: 'a pattern is made of text',
    of: shop,
    said: /\bnew RegExp\(/,
    but: { 'web/kit/preferences.ts': 'of the name of a cookie of ours' },
  },
  {
    name: 'markup is put into a page',
    of: 'web/**/*.{ts,tsx}',
    said: /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write/,
    but: { 'web/ui/icons.tsx': 'the shapes of our icons' },
  },
  {
    name: 'the server calls somebody',
    of: server,
    said: /\bfetch\(|'node:(https|http2|tls|dgram)'|\b(http|https)\.(get|request)\(/,
    but: {
      'server/gateways/payments/sandbox/sandbox-post.ts': 'this process itself, where it listens',
      'server/gateways/payments/stripe.ts': 'how its package asks',
      'server/gateways/text-at.ts': 'at an address that the operator chose',
    },
  },
  { name: 'a certificate is not looked at', of: shop, said: /rejectUnauthorized|NODE_TLS_REJECT/ },
  { name: 'a weak cipher guards something', of: shop, said: /\b(md5|rc4|des|ecb)\b/i },
  {
    name: 'SHA-1 guards something',
    of: shop,
    said: /^(?!.*etag).*\bsha1\b/im,
    but: {
      'server/features/second-factors/second-factors.service.ts': 'HMAC-SHA-1 of RFC 6238: many apps know no other',
    },
  },
  {
    name: 'a secret can be guessed',
    of: server,
    said: /Math\.random\(/,
    but: { 'server/kit/db/migrate.ts': 'how long to wait', 'server/kit/db/transaction.ts': 'how long to wait' },
  },
  {
    name: 'somebody listens where a proof ends the shop',
    of: shop,
    said: /\bKILL_POINTS\b|bukuri:kill-point/,
    but: { 'server/kit/kill-points.ts': 'where its name is said' },
  },
  {
    name: 'a key lies about',
    of: '{,{.ci,art,bench,core,db,deploy,docs,e2e,public,scripts,server,test,web}/**/}*.*',
    said: /-----BEGIN [A-Z ]*PRIVATE KEY|\b(sk|rk|whsec)_(live|test)_\w{8}|\bAKIA[0-9A-Z]{16}|\bghp_\w{20}|\bxox[bp]-\d/,
  },
  {
    name: 'a second voice speaks',
    of: 'web/**/*.tsx',
    said: /role="(status|alert|log)"|aria-live="(?!off)|<output(?! aria-live="off")/,
    but: { 'web/kit/voice.tsx': 'the one that says everything, once' },
  },
  {
    name: 'a control that may have focus is disabled',
    of: 'web/**/*.tsx',
    said: /(?<!aria-)\bdisabled[=\s}]/,
    but: { 'web/ui/choice.tsx': 'before a script runs' },
  },
];

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
/** The files that break a rule without a reason. */
const breaking = ({ of, said, but = {} }: Rule) =>
  filesOf(of).filter((path) => !isTest(path) && !(path in but) && said.test(textOf(path)));

test.each(rules)('nowhere $name', (rule) => {
  expect(breaking(rule)).toEqual([]);
});

test('an exception is still one', () => {
  for (const { said, but = {} } of rules) for (const path of Object.keys(but)) expect(textOf(path), path).toMatch(said);
});

test('the test can tell', () => {
  const said = (name: string) => rules.find((rule) => rule.name === name)?.said;
  expect("execSync('ls ' + folder)").toMatch(said('a shell is started') ?? /$^/);
  expect("const hash = createHash('sha1').update(token);").toMatch(said('SHA-1 guards something') ?? /$^/);
  expect("etag: createHash('sha1')").not.toMatch(said('SHA-1 guards something') ?? /$^/);
});
