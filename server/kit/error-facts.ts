/** What may be told of an error: a failed statement's message holds every value it was given, so it is never repeated. */

interface Facts {
  type: string;
  message?: string;
  code?: string;
  statement?: string;
  constraint?: string;
  table?: string;
  /** Where it was thrown. */
  stack?: string;
  cause?: Facts;
}

interface StatementError extends Error {
  query?: unknown;
  code?: string;
  constraint?: string;
  table?: string;
}

/** Causes of causes beyond this are left out. */
const MAX_DEPTH = 5;

/** What errors of Node, of the driver and of PostgreSQL say of themselves. */
type Thrown = Partial<Error & { code: unknown; severity: string }>;

/** The error and what caused it, each once. */
export function* causesOf(error: unknown): Generator<Thrown> {
  const seen = new Set<unknown>();
  for (let at = error; typeof at === 'object' && at !== null && !seen.has(at); at = (at as Thrown).cause) {
    seen.add(at);
    yield at;
  }
}

/** An error as the log tells it, with its causes. */
export function factsOf(error: unknown, depth = 0): Facts {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, constraint, table, query } = error as StatementError;
  return {
    type: error.name,
    ...(!isOfStatement(error) && { message: error.message }),
    ...(typeof code === 'string' && { code }),
    ...(constraint && { constraint }),
    ...(table && { table }),
    ...(typeof query === 'string' && { statement: nameOf(query) }),
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < MAX_DEPTH && { cause: factsOf(error.cause, depth + 1) }),
  };
}

/** The same in a few words: the code of what caused it, else what it says. */
export function reasonOf(error: unknown): string {
  const { type, message, code, statement, constraint, cause } = factsOf(error);
  if (code === undefined && message === undefined && error instanceof Error && cause) {
    return [reasonOf(error.cause), statement].filter(Boolean).join(': ');
  }
  return [code, constraint, statement, code === undefined && (message ?? type)].filter(Boolean).join(' ');
}

/** The error itself where it may be kept and shown, else one that says its reason and is caused by it. */
export function tellable(error: unknown): unknown {
  return error instanceof Error && isOfStatement(error) ? new Error(reasonOf(error), { cause: error }) : error;
}

/** Of a statement and its values, or of PostgreSQL, which quotes them. */
function isOfStatement(error: Error): boolean {
  return 'query' in error || 'params' in error || 'severity' in error;
}

/** What a statement does and to which table. */
export function nameOf(query: string): string {
  const [verb = ''] = /\w+/.exec(query) ?? [];
  const [, table = ''] = /\b(?:into|update|from)\s+"?(\w+)/i.exec(query) ?? [];
  return `${verb} ${table}`.trim().toLowerCase();
}

/** The places alone. Any line of a message may read like one, so what a message is not cut off from is left out. */
function framesOf(error: Error): string {
  const { message, stack = '' } = error;
  const begins = stack.indexOf(': ') + 2;
  const isAsThrown = stack.startsWith(message, begins);
  if (!isAsThrown && isOfStatement(error)) return '';
  return stack
    .slice(isAsThrown ? begins + message.length : 0)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
