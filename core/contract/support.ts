/** Writing to the shop. Nobody is told whether an address has an account. */
import * as z from 'zod/mini';
import { Email } from './credentials.ts';
import { endpoint } from './endpoint.ts';
import { said } from './field-errors.ts';
import { Done } from './shapes.ts';

export const MIN_MESSAGE = 5;
export const MAX_MESSAGE = 500;
/** The most that the server takes, of whoever it is. */
export const LONGEST_MESSAGE = 5000;
export const MAX_SUBJECT = 200;

const filled = z.minLength(1, { error: said('messageRequired'), abort: true });

/** The server takes any that is not empty, up to its own cap. */
export const AnyMessage = z
  .string(said('messageRequired'))
  .check(z.trim(), filled, z.maxLength(LONGEST_MESSAGE, said('tooLong')));
export const Subject = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_SUBJECT));

/** Of somebody who is signed in. */
export const SupportMessage = z.object({
  message: z
    .string(said('messageRequired'))
    .check(
      z.trim(),
      filled,
      z.minLength(MIN_MESSAGE, said('messageShort')),
      z.maxLength(MAX_MESSAGE, said('messageLong')),
    ),
});

/** Of anybody. */
export const ContactMessage = z.object({ email: Email, subject: Subject, message: AnyMessage });

export const support = {
  send: endpoint({
    method: 'POST',
    path: '/api/support/messages',
    access: 'user',
    summary: 'A message of the signed-in user. The same text again within a day answers the same and is one message.',
    body: z.object({ message: AnyMessage, subject: z.optional(Subject) }),
    limit: ['supportMessages', 'supportMessagesOfAnAddress', 'supportMessagesOfANetwork'],
    answer: Done,
  }),
  contact: endpoint({
    method: 'POST',
    path: '/api/support/contact',
    access: 'anyone',
    summary: 'A message of whoever leaves an e-mail. The same again within a day answers the same and is one message.',
    body: ContactMessage,
    limit: ['contacts', 'contactsOfADay', 'contactsOfANetwork'],
    answer: Done,
  }),
};
