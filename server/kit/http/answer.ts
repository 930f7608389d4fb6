/** Serialisation of answers. Fields that are not in the contract are dropped, except from JSON that the database wrote. */
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import { NEXT_CURSOR } from '#core/contract/call.ts';
import type { AnswerOf, Endpoint, PagedEndpoint } from '#core/contract/endpoint.ts';

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** JSON text built from explicit columns, sent unparsed; encoded once. */
export class JsonText {
  readonly bytes: Buffer;
  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }
}

/** A file that is made while it is sent. Whatever refuses it is thrown before: later only the connection can end. */
export class FileStream {
  readonly name: string;
  readonly type: string;
  readonly pieces: AsyncIterable<string>;
  constructor({ name, type, pieces }: { name: string; type: string; pieces: AsyncIterable<string> }) {
    this.name = name;
    this.type = type;
    this.pieces = pieces;
  }
}

/** A page of a list and the cursor of the next one. */
export interface Page<Items> {
  items: Items;
  next: string | null;
}

type Answer<Route> = Route extends PagedEndpoint ? Page<AnswerOf<Route>> : AnswerOf<Route>;
/** JSON text is accepted from public endpoints only. */
export type HandlerAnswer<Route> =
  | Answer<Route>
  | (Route extends { isPublic: true } ? JsonText : never)
  | (Route extends { fileTypes: readonly string[] } ? FileStream : never);

/**
 * How answers of an endpoint are sent. JSON text of public endpoints is sent unparsed; `checksAnswers` (in tests) compares it with
 * the contract too.
 */
export function answerOf(
  endpoint: Endpoint,
  { checksAnswers }: { checksAnswers: boolean },
): (answer: unknown, reply: FastifyReply) => unknown {
  if (endpoint.fileTypes)
    return (answer, reply) =>
      sendFile(endpoint, answer instanceof FileStream ? answer : (endpoint.answer.parse(answer) as Blob), reply);
  const { status = 200 } = endpoint;
  return (answer, reply) => {
    if (status !== 200 && reply.statusCode === 200) reply.code(status);
    reply.headers(JSON_TYPE);
    if (endpoint.pageSize === undefined || answer instanceof JsonText) return toText(answer);
    const { items, next } = answer as Page<unknown>;
    if (next !== null) reply.header(NEXT_CURSOR, next);
    return toText(items);
  };

  function toText(answer: unknown): string | Buffer {
    if (!(answer instanceof JsonText)) return JSON.stringify(parsed(endpoint, answer));
    if (checksAnswers && answer.bytes.length > 0) check(endpoint, answer.bytes.toString());
    return answer.bytes;
  }
}

/** An answer that breaks the contract: a bug, with the first wrong field in its message. */
export class BrokenAnswer extends Error {}

function parsed({ path, answer: shape }: Endpoint, answer: unknown): unknown {
  const { success, data, error } = shape.safeParse(answer);
  if (success) return data;
  const [issue] = error.issues;
  const expected = issue && 'expected' in issue ? issue.expected : issue?.code;
  throw new BrokenAnswer(`${issue?.path.join('.')}: expected ${expected} (answer of ${path})`);
}

function check(endpoint: Endpoint, text: string): void {
  const answer: unknown = JSON.parse(text);
  if (!isDeepStrictEqual(parsed(endpoint, answer), answer))
    throw new BrokenAnswer(`a field is not in the contract (answer of ${endpoint.path})`);
}

async function sendFile({ path, fileTypes }: Endpoint, file: Blob | FileStream, reply: FastifyReply) {
  if (!fileTypes?.includes(file.type)) throw new Error(`${path} does not promise files of type ${file.type}`);
  const isStream = file instanceof FileStream;
  reply.header('content-type', isStream ? `${file.type}; charset=utf-8` : file.type);
  if (isStream || (file instanceof File && file.name))
    reply.header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`);
  return isStream ? Readable.from(file.pieces) : Buffer.from(await file.arrayBuffer());
}
