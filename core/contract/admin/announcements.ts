/** News of the app from administrators to all users: the "app updates" of Spec 2 §2 (settings). */
import * as z from 'zod/mini';
import { OwnerForm } from '#core/contract/accounts/second-factors.ts';
import { endpoint, PageQuery } from '#core/contract/endpoint.ts';
import { errorCode } from '#core/contract/field-errors.ts';
import { line } from '#core/contract/inputs.ts';
import { Done, Id, Instant } from '#core/contract/shapes.ts';

export const MAX_ANNOUNCEMENT_TITLE = 80;
export const MAX_ANNOUNCEMENT_TEXT = 300;

const text = (max: number) => line(max).check(z.minLength(1, errorCode('required')));

/** In both languages; each user gets their own. */
export const AnnouncementInput = z.object({
  title: text(MAX_ANNOUNCEMENT_TITLE),
  titleEn: text(MAX_ANNOUNCEMENT_TITLE),
  text: text(MAX_ANNOUNCEMENT_TEXT),
  textEn: text(MAX_ANNOUNCEMENT_TEXT),
});

/** With the password of the administrator, or without one after a recent sign-in. */
export const NewAnnouncement = z.extend(AnnouncementInput, OwnerForm.shape);

const Announcement = z.extend(AnnouncementInput, { id: Id, createdAt: Instant });
export type Announcement = z.infer<typeof Announcement>;

export const adminAnnouncements = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/announcements',
    access: 'admin',
    summary: 'Announcements to all users, newest first.',
    query: z.object(PageQuery),
    pageSize: 20,
    answer: z.array(Announcement),
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/admin/announcements',
    access: 'admin',
    summary:
      'Notifies all users, by a background job. Needs the password or a recent sign-in. A repeated call with the same key answers the same announcement; 409 if the texts are others, or were sent before.',
    body: z.extend(NewAnnouncement, {
      /** Idempotency key of one submission. */
      key: z.optional(Id),
    }),
    limit: 'announcements',
    status: 201,
    answer: Announcement,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/announcements/preview',
    access: 'admin',
    summary: 'Notifies the administrator alone, in the inbox, by push and by email as everybody would be. Not counted.',
    body: AnnouncementInput,
    answer: Done,
  }),
  recipients: endpoint({
    method: 'GET',
    path: '/api/admin/announcements/recipients',
    access: 'admin',
    summary: 'How many accounts an announcement would reach now.',
    answer: z.object({ count: z.int() }),
  }),
};
