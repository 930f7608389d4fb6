/** Messages to the support as administrators see and answer them. */
import * as z from 'zod/mini';
import { cleaned } from '#core/contract/clean-text.ts';
import { endpoint, PageQuery } from '#core/contract/endpoint.ts';
import { errorCode } from '#core/contract/field-errors.ts';
import { SearchText } from '#core/contract/inputs.ts';
import { Done, Id, Instant } from '#core/contract/shapes.ts';
import { filled, LONGEST_MESSAGE } from '#core/contract/support.ts';
import { languages } from '#core/i18n/language.ts';

export const SupportReply = z.object({
  reply: z
    .string(errorCode('messageRequired'))
    .check(cleaned(), filled, z.maxLength(LONGEST_MESSAGE, errorCode('tooLong'))),
});

/** What administrators see. */
const ReceivedMessage = z.object({
  id: Id,
  /** Null: anonymous. */
  userId: z.nullable(Id),
  subject: z.nullable(z.string()),
  message: z.string(),
  status: z.enum(['pending', 'read']),
  createdAt: Instant,
  readAt: z.nullable(Instant),
  adminReply: z.nullable(z.string()),
  repliedAt: z.nullable(Instant),
  repliedBy: z.nullable(Id),
  user: z.nullable(z.object({ username: z.string(), email: z.string() })),
  /** Of the writer: that of the account, else of the page; additive. */
  language: z.enum(languages),
  /** Where the answer goes, if not to the address of the account; additive. */
  contactEmail: z.nullable(z.string()),
  /** Additive, like what follows: null without an account. */
  writer: z.optional(
    z.nullable(z.object({ role: z.enum(['client', 'business', 'admin']), orders: z.int(), since: Instant })),
  ),
  orderId: z.optional(z.nullable(Id)),
});
export type ReceivedMessage = z.infer<typeof ReceivedMessage>;

export const adminSupport = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/support/messages',
    access: 'admin',
    summary: 'Messages to support, newest first; `q` is looked for in sender, subject and message.',
    query: z.object({ ...PageQuery, q: z.optional(SearchText), status: z.optional(z.enum(['pending', 'read'])) }),
    pageSize: 25,
    answer: z.array(ReceivedMessage),
  }),
  read: endpoint({
    method: 'PATCH',
    path: '/api/admin/support/messages/:id/read',
    access: 'admin',
    summary: 'Marks a message as read; repeating it changes nothing.',
    params: z.object({ id: Id }),
    answer: ReceivedMessage,
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/admin/support/messages/:id/reply',
    access: 'admin',
    summary:
      'Answers a message once, by email in the language of its sender, and marks it as read; 409 when it is answered.',
    params: z.object({ id: Id }),
    body: SupportReply,
    answer: ReceivedMessage,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/support/messages/:id',
    access: 'admin',
    summary: 'Deletes a message for good; repeating it changes nothing.',
    params: z.object({ id: Id }),
    answer: Done,
  }),
};
