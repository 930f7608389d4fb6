/** Push messages to the browsers of the signed-in user. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done } from './shapes.ts';

/** What the service worker receives. */
export interface PushPayload {
  title: string;
  body: string;
  /** Of this site, in the language of the text. */
  path: string;
  /** A later one with the same tag replaces it. */
  tag: string;
  /** Unread notifications; shown on the icon of the installed app. */
  badge?: number;
}

/** As `PushSubscription.toJSON()` has them: a point of P-256, and 16 bytes. */
const Subscription = z.object({
  endpoint: z.string().check(z.regex(/^https?:\/\/[!-~]{3,1990}$/)),
  p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}$/)),
});
export type Subscription = z.infer<typeof Subscription>;

export const push = {
  get: endpoint({
    method: 'GET',
    path: '/api/push/subscription',
    access: 'user',
    summary: 'The key that browsers subscribe with, and the endpoint that is saved for this session.',
    answer: z.object({ publicKey: z.string(), endpoint: z.nullable(z.string()) }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/push/subscription',
    access: 'user',
    summary: 'Saves the push subscription of this browser for this session, also if it was of another one; idempotent.',
    body: Subscription,
    answer: Done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/push/subscription',
    access: 'user',
    summary: 'Removes the push subscription of this session; idempotent.',
    priority: 'high',
    answer: Done,
  }),
};
