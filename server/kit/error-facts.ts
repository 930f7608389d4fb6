/** What may be logged of an error: messages of failed statements hold their parameters, so they are left out. */

interface Facts {
  type: string;
  message?: string;
  code?: string;
  statement?: string;
  constraint?: string;
  table?: string;
  /** Stack frames without the message. */
  stack?: string;
  cause?: Facts;
  /** The first of several errors that were collected. */
  errors?: Facts[];
}

interface StatementError extends Error {
  query?: unknown;
  code?: string;
  constraint?: string;
  table?: string;
}

/** Errors of an AggregateError that are logged. */
const MAX_ERRORS = 5;
/** Maximum depth of causes. */
const MAX_DEPTH = 5;

/** Fields of errors of Node, the driver and PostgreSQL. */
type Thrown = Partial<Error & { code: unknown; severity: string }>;

/** The error and its causes, each once. */
export function* causesOf(error: unknown): Generator<Thrown> {
  const seen = new Set<unknown>();
  for (let at = error; typeof at === 'object' && at !== null && !seen.has(at); at = (at as Thrown).cause) {
    seen.add(at);
    yield at;
  }
}

/** An error for the log, with its causes. */
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
    ...(error instanceof AggregateError &&
      depth < MAX_DEPTH && { errors: error.errors.slice(0, MAX_ERRORS).map((each) => factsOf(each, depth + 1)) }),
  };
}

/** A short reason: the code of the cause, else its message. */
export function reasonOf(error: unknown): string {
  const { type, message, code, statement, constraint, cause } = factsOf(error);
  if (code === undefined && message === undefined && error instanceof Error && cause) {
    return [reasonOf(error.cause), statement].filter(Boolean).join(': ');
  }
  return [code, constraint, statement, code === undefined && (message ?? type)].filter(Boolean).join(' ');
}

/** The error itself when it may be stored and shown, else a new one with the reason. */
export function tellable(error: unknown): unknown {
  return error instanceof Error && isOfStatement(error) ? new Error(reasonOf(error), { cause: error }) : error;
}

/** Errors that quote the parameters of a statement. */
function isOfStatement(error: Error): boolean {
  return 'query' in error || 'params' in error || 'severity' in error;
}

/** Verb and table of a statement. */
export function nameOf(query: string): string {
  const [verb = ''] = /\w+/.exec(query) ?? [];
  const [, table = ''] = /\b(?:into|update|from)\s+"?(\w+)/i.exec(query) ?? [];
  return `${verb} ${table}`.trim().toLowerCase();
}

/** Stack frames only. A message may contain lines that look like frames, so it is cut off first. */
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
