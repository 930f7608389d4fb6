/** Messages to the support. */
import * as z from 'zod/mini';
import { languages } from '#core/i18n/language.ts';
import { Email } from './accounts/accounts.ts';
import { cleaned } from './clean-text.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { SearchText } from './inputs.ts';
import { Done, Id, Instant } from './shapes.ts';

export const MIN_MESSAGE = 5;
export const MAX_MESSAGE = 500;
/** Limit of the server; the form allows less. */
export const LONGEST_MESSAGE = 5000;
export const MAX_SUBJECT = 200;

const filled = z.minLength(1, { error: errorCode('messageRequired'), abort: true });

export const AnyMessage = z
  .string(errorCode('messageRequired'))
  .check(cleaned(), filled, z.maxLength(LONGEST_MESSAGE, errorCode('tooLong')));
export const Subject = z.string().check(cleaned(), z.minLength(1), z.maxLength(MAX_SUBJECT));

export const SupportMessage = z.object({
  message: z
    .string(errorCode('messageRequired'))
    .check(
      cleaned(),
      filled,
      z.minLength(MIN_MESSAGE, errorCode('messageShort')),
      z.maxLength(MAX_MESSAGE, errorCode('messageLong')),
    ),
});

export const ContactMessage = z.object({ email: Email, subject: Subject, message: AnyMessage });

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
});
export type ReceivedMessage = z.infer<typeof ReceivedMessage>;

export const support = {
  send: endpoint({
    method: 'POST',
    path: '/api/support/messages',
    access: 'user',
    summary: 'A message of the signed-in user. The same text within a day is stored once.',
    body: z.object({ message: AnyMessage, subject: z.optional(Subject) }),
    limit: ['supportMessages', 'supportMessagesOfAnAddress', 'supportMessagesOfANetwork'],
    answer: Done,
  }),
  contact: endpoint({
    method: 'POST',
    path: '/api/support/contact',
    access: 'anyone',
    summary: 'A message with an e-mail address. The same message within a day is stored once.',
    body: ContactMessage,
    limit: ['contacts', 'contactsOfADay', 'contactsOfANetwork'],
    answer: Done,
  }),
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
