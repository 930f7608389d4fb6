/** The inbox of the signed-in user, and the address that ends notifications by e-mail. */
import * as z from 'zod/mini';
import { NOTIFICATION_KINDS } from '#core/domain/notifications.ts';
import { endpoint, PageQuery } from './endpoint.ts';
import { Done, Id, Instant } from './shapes.ts';

const Notification = z.object({
  id: Id,
  kind: z.enum(NOTIFICATION_KINDS),
  /** In the language of the request. */
  title: z.string(),
  text: z.string(),
  /** Page of this site, without the language. */
  path: z.string(),
  createdAt: Instant,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

/** The form of the page has no fields: the account is in its address. */
export const NoFields = z.object({});

export const notifications = {
  mine: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'user',
    summary: 'The notifications of the signed-in user, newest first.',
    query: z.object(PageQuery),
    pageSize: 20,
    answer: z.array(Notification),
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/notifications/unread',
    access: 'user',
    summary: 'How many notifications of the signed-in user are unread.',
    answer: z.object({ count: z.int() }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    access: 'user',
    summary: 'Marks the own notification `newestId` and all older ones as read; idempotent.',
    body: z.object({ newestId: Id }),
    answer: Done,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    // RFC 8058: the address of the page, to which mail providers post.
    path: '/unsubscribe',
    access: 'anyone',
    summary: 'Ends notifications by e-mail for the account of a mailed link; idempotent. The body is not read.',
    bodyKind: 'raw',
    maxBytes: 16 * 1024,
    form: { page: '/unsubscribe', said: 'done', keeps: ['token'] },
    skipOriginCheck: true,
    query: z.object({ token: z.string().check(z.maxLength(200)) }),
    body: z.instanceof(Uint8Array),
    answer: Done,
  }),
};
