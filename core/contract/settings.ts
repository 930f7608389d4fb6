/** What people choose for themselves. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { said } from './field-errors.ts';
import { Done } from './shapes.ts';

export const MAX_NAME = 60;

/** Marks that nobody sees turn the letters around them, or are all there is: no name needs those, but for what joins letters and pictures. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** What is seen of it: no blank, filler or Braille without a dot. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Without a name one is called by one's e-mail again. */
export const OwnName = z.object({
  displayName: z.optional(
    z.string().check(
      // Some letters become three.
      z.normalize(),
      z.trim(),
      z.minLength(1),
      z.refine((name) => SEEN.test(name), said('required')),
      z.maxLength(MAX_NAME),
      z.refine((name) => !UNSEEN.test(name)),
    ),
  ),
});
export type OwnName = z.infer<typeof OwnName>;

export const EmailChoice = z.object({ emailNotifications: z.boolean() });
export type EmailChoice = z.infer<typeof EmailChoice>;

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/api/user/settings',
    access: 'user',
    summary: 'What the signed-in user chose; notifications by e-mail are on until they say otherwise.',
    answer: EmailChoice,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/user/settings',
    access: 'user',
    summary: 'Keeps what the signed-in user chose; the same again answers the same.',
    body: EmailChoice,
    answer: EmailChoice,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/user/name',
    access: 'user',
    summary: 'Keeps how the signed-in user wants to be called; nothing for the e-mail.',
    body: OwnName,
    answer: z.object({ displayName: z.nullable(z.string()) }),
  }),
  chooseLanguage: endpoint({
    method: 'PUT',
    path: '/api/user/language',
    access: 'user',
    summary: 'Keeps in which language the signed-in user is written to.',
    body: z.object({ language: z.enum(['sq', 'en']) }),
    answer: Done,
  }),
};
