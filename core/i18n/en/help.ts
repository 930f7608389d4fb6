/** Words of writing to the shop. */
import type * as sq from '#core/i18n/sq/help.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'help.message': 'Message',
  'help.hint': 'We usually reply within 24 hours, by email.',
  'help.hint.most': 'From {min} to {max} characters.',
  'help.send': 'Send Message',
  'help.sending': 'Sending...',
  'help.sent': 'Message Sent!',
  'help.sent.text': 'Thank you! We will reply by email.',
  'help.sent.toast': 'Message Sent',
  'help.failed': 'Failed to send message. Please try again.',
  'help.order': 'About order',
  'help.mine': 'Your messages',
  'help.mine.failed': 'Your messages could not be loaded.',
  'help.mine.replied': 'answered',
  'help.mine.waiting': 'waiting for an answer',
  'help.mine.answer': 'Our answer, {date}',
  'help.contact.email': 'Email',
  'help.contact.subject': 'Subject',
  'help.contact.placeholder': 'you@example.com',
  'help.contact.failed': 'Failed to send message',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'field.orderId': 'order',
  'field.subject': 'subject',
  'field.message': 'message',
};
