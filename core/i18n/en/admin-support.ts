/** Words of the admin panel about messages to support. */
import type * as sq from '#core/i18n/sq/admin-support.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'admin.support.title': 'Support Messages',
  'admin.support.empty': 'No support messages',
  'admin.support.search': 'Search by sender, subject or message',
  'admin.support.anonymous': 'Anonymous Contact',
  'admin.support.role.client': 'customer',
  'admin.support.role.business': 'business',
  'admin.support.role.admin': 'administrator',
  'admin.support.orders.one': '{count} order',
  'admin.support.orders.other': '{count} orders',
  'admin.support.since': 'since {date}',
  'admin.support.account': 'Account',
  'admin.support.showOrders': 'Orders',
  'admin.support.order': 'Order {number}',
  'admin.support.status.pending': 'pending',
  'admin.support.status.read': 'read',
  'admin.support.replied': 'replied',
  'admin.support.old': 'older than {hours} hours',
  'admin.support.sentAt': 'Sent {date}',
  'admin.support.markRead': 'Mark as Read',
  'admin.support.marked': 'Message marked as read',
  'admin.support.markReadFailed': 'Failed to mark message as read',
  'admin.support.reply': 'Reply',
  'admin.support.reply.text': 'Answer',
  'admin.support.reply.send': 'Send answer',
  'admin.support.reply.sending': 'Sending...',
  'admin.support.reply.sent': 'Answer sent',
  'admin.support.reply.failed': 'The answer was not sent',
  'admin.support.reply.note':
    'It is sent by email to {email}, in the language of the sender ({language}). A message is answered once.',
  'admin.support.repliedAt': 'Answered {date}',
  'admin.support.delete': 'Delete message',
  'admin.support.delete.confirm': 'Delete this message permanently?',
  'admin.support.deleting': 'Deleting...',
  'admin.support.deleted': 'Message deleted',
  'admin.support.deleteFailed': 'Failed to delete message',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.support.replied': 'Somebody has already answered this message.',
  'problem.support.noAddress': 'There is no address to send the answer to.',
  'field.reply': 'answer',
  'problem.support.messageNotFound': 'This message no longer exists.',
};
