/** Writing to the shop. Nobody is told whether an address has an account. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done } from './shapes.ts';
import { AnyMessage, ContactMessage, Subject } from './support-message.ts';

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
