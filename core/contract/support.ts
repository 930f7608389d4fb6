/** Messages to the support. */
import * as z from 'zod/mini';
import { Email } from './accounts/accounts.ts';
import { cleaned } from './clean-text.ts';
import { endpoint } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { Done, Id, Instant } from './shapes.ts';

export const MIN_MESSAGE = 5;
export const MAX_MESSAGE = 500;
/** Limit of the server; the form allows less. */
export const LONGEST_MESSAGE = 5000;
export const MAX_SUBJECT = 200;

export const filled = z.minLength(1, { error: errorCode('messageRequired'), abort: true });

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

const OwnMessage = z.object({
  id: Id,
  subject: z.nullable(z.string()),
  message: z.string(),
  createdAt: Instant,
  adminReply: z.nullable(z.string()),
  repliedAt: z.nullable(Instant),
  /** The order that it is about. */
  orderId: z.nullable(Id),
});
export type OwnMessage = z.infer<typeof OwnMessage>;

export const support = {
  mine: endpoint({
    method: 'GET',
    path: '/api/support/messages/my',
    access: 'user',
    summary: 'The latest 50 messages of the signed-in user with the answers, newest first.',
    answer: z.array(OwnMessage),
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/support/messages',
    access: 'user',
    summary:
      'A message of the signed-in user, about an order of theirs too. The same text within a day is stored once.',
    body: z.object({ message: AnyMessage, subject: z.optional(Subject), orderId: z.optional(Id) }),
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
};
