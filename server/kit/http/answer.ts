/** What a handler may answer, and how it leaves: nothing goes out that the row did not promise. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import { NEXT_CURSOR } from '#core/contract/call.ts';
import type { AnswerOf, Endpoint } from '#core/contract/endpoint.ts';
import type { PagedEndpoint } from '#core/contract/paging.ts';

/** JSON text that the database built from an explicit list of columns; it is sent as it is. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A piece of a list, and the cursor of the next one. */
export interface Page<Items> {
  items: Items;
  next: string | null;
}

type Answer<Row> = Row extends PagedEndpoint ? Page<AnswerOf<Row>> : AnswerOf<Row>;
/** JSON text passes for the public catalogue alone: whatever else the database wrote goes through its shape. */
export type HandlerAnswer<Row> = Answer<Row> | (Row extends { isPublic: true } ? JsonText : never);

/**
 * How answers of a row leave. What the database wrote passes unparsed on public rows; `checksAnswers` holds that too against
 * the row's shape, which is what tests do.
 */
export function answerOf(
  row: Endpoint,
  { checksAnswers }: { checksAnswers: boolean },
): (answer: unknown, reply: FastifyReply) => unknown {
  if (row.fileTypes) return (answer, reply) => sendFile(row, row.answer.parse(answer) as Blob, reply);
  const { status = 200 } = row;
  return (answer, reply) => {
    if (status !== 200 && reply.statusCode === 200) reply.code(status);
    reply.header('content-type', 'application/json; charset=utf-8');
    if (row.pageSize === undefined || answer instanceof JsonText) return toText(answer);
    const { items, next } = answer as Page<unknown>;
    if (next !== null) reply.header(NEXT_CURSOR, next);
    return toText(items);
  };

  function toText(answer: unknown): string {
    if (!(answer instanceof JsonText)) return JSON.stringify(row.answer.parse(answer));
    if (checksAnswers && answer.text !== '') check(row, answer.text);
    return answer.text;
  }
}

function check(row: Endpoint, text: string): void {
  const answer: unknown = JSON.parse(text);
  if (!isDeepStrictEqual(row.answer.parse(answer), answer))
    throw new Error(`${row.path} says more than its row promises`);
}

async function sendFile({ path, fileTypes }: Endpoint, file: Blob, reply: FastifyReply): Promise<Buffer> {
  if (!fileTypes?.includes(file.type)) throw new Error(`${path} does not promise files of type ${file.type}`);
  reply.header('content-type', file.type);
  if (file instanceof File && file.name)
    reply.header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`);
  return Buffer.from(await file.arrayBuffer());
}
