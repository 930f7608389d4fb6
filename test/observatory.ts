/** The mark that the Mozilla Observatory would give to a page, by its published rules: 100 and what is taken away or given. */

/** What a page of an https address carries. */
export type PageHeaders = Readonly<Record<string, string | string[] | undefined>>;

const HALF_A_YEAR = 15_768_000;
const PRIVATE = /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/;

/** 100 and more is an A+. What is given counts from 90 on. */
export function gradeOf(headers: PageHeaders, body: string): number {
  const text = (name: string) => String(headers[name] ?? '');
  const policy = policyOf(text('content-security-policy'));
  const taken = [
    policy.size === 0 ? 25 : 0,
    isUnsafe(policy) ? 20 : 0,
    Number(/max-age=(\d+)/.exec(text('strict-transport-security'))?.[1] ?? 0) < HALF_A_YEAR ? 20 : 0,
    text('x-content-type-options') === 'nosniff' ? 0 : 5,
    policy.has('frame-ancestors') || text('x-frame-options') ? 0 : 20,
    text('access-control-allow-origin') === '*' ? 50 : 0,
    [...body.matchAll(/<script[^>]* src="(?!\/[^/])/g)].length > 0 ? 5 : 0,
    ...[headers['set-cookie'] ?? []].flat().map((cookie) => (/; Secure/.test(cookie) ? 0 : 20)),
  ];
  const given = [
    policy.size === 0 || isUnsafe(policy) ? 0 : policy.get('default-src') === "'none'" ? 10 : 5,
    PRIVATE.test(text('referrer-policy')) ? 5 : 0,
    policy.get('frame-ancestors') ? 5 : 0,
    /^same-(origin|site)$/.test(text('cross-origin-resource-policy')) ? 10 : 0,
  ];
  const score = 100 - sum(taken);
  return score < 90 ? score : score + sum(given);
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

const policyOf = (text: string) =>
  new Map(
    text
      .split(';')
      .map((part) => part.trim().split(/ (.*)/))
      .flatMap(([directive, sources = '']) => (directive ? [[directive, sources] as const] : [])),
  );

/** Scripts, styles or plugins from anywhere, or written inline. */
function isUnsafe(policy: Map<string, string>): boolean {
  if (policy.size === 0) return false;
  const all = policy.get('default-src') ?? '*';
  const governed = ['script-src', 'style-src', 'object-src'].map((directive) => policy.get(directive) ?? all);
  return governed.some((sources) => /unsafe-|\*|(^| )(https?|data):/.test(sources));
}
