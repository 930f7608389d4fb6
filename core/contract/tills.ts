/** Tills of a salon: devices that redeem vouchers without an account. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { line } from './inputs.ts';
import { Done, Id, Instant } from './shapes.ts';

const Till = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  /** Null until the link was opened. */
  openedAt: z.nullable(Instant),
  lastUsedAt: z.nullable(Instant),
});
export type Till = z.infer<typeof Till>;

export const NewTill = z.object({ name: line(40, 1) });
export const tills = {
  list: endpoint({
    method: 'GET',
    path: '/api/tills',
    access: 'user',
    summary: "The tills of the signed-in user's salon, newest first: at most ten.",
    answer: z.array(Till),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/tills',
    access: 'user',
    summary: "Adds a till to the signed-in user's salon; its link opens it once, within ten minutes.",
    body: NewTill,
    answer: z.object({ id: Id, link: z.string(), expiresAt: Instant }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/tills/:id',
    access: 'user',
    summary: "Revokes a till of the signed-in user's salon.",
    params: z.object({ id: Id }),
    answer: Done,
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/tills/open',
    access: 'anyone',
    summary: 'Makes this device the till of a link, once.',
    body: z.object({ token: z.string().check(z.maxLength(200)) }),
    limit: 'tillLinks',
    answer: z.object({ name: z.string(), salon: z.string() }),
  }),
};
