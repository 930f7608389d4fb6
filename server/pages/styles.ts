/** Critical CSS: the rules a document uses are inlined, the complete sheet is loaded afterwards. */
import { LRUCache } from 'lru-cache';

/** A style rule, or an at-rule with nested rules, such as a layer. */
interface Rule {
  /** Text before the brace; the whole statement if it has no block. */
  head: string;
  body: string;
  /** Classes that each selector requires; null for rules that are always kept. */
  requiredClasses: readonly (readonly string[])[] | null;
  inner: readonly Rule[] | null;
}

/** Parses a minified sheet once. Rules keep their order, so that the complete sheet may be loaded afterwards. */
export function readSheet(sheet: string): (document: string) => string {
  const rules = rulesOf(sheet);
  // Pages of the same kind use the same classes.
  const known = new LRUCache<string, string>({ max: 100 });
  return (document) => {
    const lists = new Set([...document.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) => list));
    const values = valuesReadBy(document);
    const key = [...lists, ...values].sort().join('\n');
    const styles = known.get(key) ?? stylesOf(rules, lists, values);
    known.set(key, styles);
    return styles;
  };
}

const FRAMES = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g;

function stylesOf(rules: readonly Rule[], lists: ReadonlySet<string>, values: ReadonlySet<string>): string {
  const used = new Set([...lists].flatMap((list) => plain(list).split(' ')));
  const text = withInlinedValues(withoutUnread(rules.map((rule) => kept(rule, used)).join(''), values), values);
  const asked = new Set([...text.replace(FRAMES, '').matchAll(/[:\s,]([\w-]+)/g)].map(([, word]) => word));
  return text.replace(FRAMES, (frames, name) => (asked.has(name) ? frames : ''));
}

const valuesReadBy = (text: string) => new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));

function kept(rule: Rule, used: ReadonlySet<string>): string {
  const { head, body, requiredClasses, inner } = rule;
  if (!inner) {
    const isUsed = requiredClasses?.some((classes) => classes.every((name) => used.has(name))) ?? true;
    return isUsed ? head + body : '';
  }
  const text = inner.map((each) => kept(each, used)).join('');
  // An empty layer still determines the order of layers.
  return text || head.startsWith('@layer') ? `${head}{${text}}` : '';
}

/** Removes unused custom properties, repeatedly: removing one may leave others unused. */
function withoutUnread(styles: string, values: ReadonlySet<string>): string {
  const read = new Set([...valuesReadBy(styles), ...values]);
  const rest = styles
    .replace(/(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (text, name) => (read.has(name) ? text : ''))
    .replace(/@property (--[\w-]+)\{[^}]*\}/g, (text, name) => (read.has(name) ? text : ''));
  return rest.length === styles.length ? rest : withoutUnread(rest, values);
}

/** Declarations of `:root` and `*`. */
const OF_ALL = /(?:^|[{}])(?::root|\*)[^{}]*\{[^{}]*/g;

/** Inlines custom properties that are used once or are shorter that way. The complete sheet declares them again. */
function withInlinedValues(styles: string, values: ReadonlySet<string>): string {
  const declared = [...styles.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name);
  const read = [...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
  const isOnce = (names: string[], name: string) => names.indexOf(name) === names.lastIndexOf(name);
  const short = new Map<string, string>();
  for (const [rule] of styles.matchAll(OF_ALL))
    for (const [, name = '', value = ''] of rule.matchAll(/(--[\w-]+):([^;{}]*)/g))
      if (isOnce(declared, name) && !values.has(name) && (isOnce(read, name) || value.length < name.length + 5))
        short.set(name, value);
  const inPlace = (text: string): string =>
    text.replace(/var\((--[\w-]+)\)/g, (whole, name) => (short.has(name) ? inPlace(short.get(name) ?? '') : whole));
  return withoutEmpty(withoutUnread(inPlace(styles), values));
}

function withoutEmpty(styles: string): string {
  const rest = styles.replace(/(?<=^|[{};])(?!@layer)[^{};]+\{\}/g, '');
  return rest.length === styles.length ? rest : withoutEmpty(rest);
}

/** Hover and active states are not needed for the first view. */
const isInteractionState = (head: string) =>
  /^@media \(hover: ?hover\)/.test(head) || selectorsOf(head).every((selector) => selector.includes(':active'));

function rulesOf(sheet: string): Rule[] {
  return statementsOf(sheet).flatMap((text) => {
    const at = text.indexOf('{');
    if (at < 0) return { head: text, body: '', requiredClasses: null, inner: null };
    const [head, body] = [text.slice(0, at), text.slice(at)];
    if (isInteractionState(head)) return [];
    const inner = /^@(?:layer|media|supports|container)\b/.test(head) ? rulesOf(body.slice(1, -1)) : null;
    const requiredClasses = head.startsWith('@') ? null : selectorsOf(head).map(classesOf);
    return { head, body, requiredClasses, inner };
  });
}

/** Top-level statements, each with its closing brace or semicolon. */
function statementsOf(sheet: string): string[] {
  const statements: string[] = [];
  let [begin, depth] = [0, 0];
  for (const { 0: sign, index } of sheet.matchAll(/\\.|"[^"]*"|'[^']*'|[{};]/gs)) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth > 0 || (sign !== '}' && sign !== ';')) continue;
    statements.push(sheet.slice(begin, index + 1));
    begin = index + 1;
  }
  return statements;
}

function selectorsOf(head: string): string[] {
  const selectors: string[] = [];
  let [begin, depth] = [0, 0];
  for (const { 0: sign, index } of head.matchAll(/\\.|[(),]/gs)) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth > 0 || sign !== ',') continue;
    selectors.push(head.slice(begin, index));
    begin = index + 1;
  }
  return [...selectors, head.slice(begin)];
}

/** A pseudo-class with its innermost argument. */
const TAKES = /:([\w-]+)\(((?:\\.|[^\\()])*)\)/gs;

/** A selector without `:not()` and lists of alternatives, whose classes are not required. */
function withoutChoices(selector: string): string {
  const rest = selector.replace(TAKES, (_, name, taken) =>
    name === 'not' || selectorsOf(taken).length > 1 ? '' : ` ${taken}`,
  );
  return rest === selector ? rest : withoutChoices(rest);
}

const classesOf = (selector: string) =>
  [...withoutChoices(selector).matchAll(/\\.|\.((?:\\[\da-f]+ |\\.|[\w-])+)/gs)].flatMap(([, name]) =>
    name ? unescaped(name) : [],
  );

/** A leading digit is escaped as code point: `2xl` is `\32 xl`. */
const unescaped = (name: string) =>
  name.replace(/\\([\da-f]+) /g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16))).replace(/\\(.)/gs, '$1');

const plain = (attribute: string) =>
  attribute.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
