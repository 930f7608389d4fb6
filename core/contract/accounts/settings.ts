/** Settings of the signed-in user, and their forms. */
import * as z from 'zod/mini';
import { cleaned } from '#core/contract/clean-text.ts';
import { endpoint } from '#core/contract/endpoint.ts';
import { errorCode } from '#core/contract/field-errors.ts';
import { Done } from '#core/contract/shapes.ts';

export const EmailChoice = z.object({ emailNotifications: z.boolean() });
export type EmailChoice = z.infer<typeof EmailChoice>;

/** `isSaved` (additive): the user has saved them; advertising is sent to nobody else. */
const Settings = z.object({ ...EmailChoice.shape, isSaved: z.boolean() });
export type Settings = z.infer<typeof Settings>;

export const MAX_NAME = 60;

/** Control and format characters (such as bidi overrides), except zero-width joiners. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** At least one visible character: no white space, filler or blank Braille. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Without a name the e-mail address is shown. */
export const OwnName = z.object({
  displayName: z.optional(
    z.string().check(
      // Before the length check: normalization can lengthen a text.
      z.normalize(),
      cleaned(),
      z.minLength(1),
      z.refine((name) => VISIBLE.test(name), errorCode('required')),
      z.maxLength(MAX_NAME),
      z.refine((name) => !INVISIBLE.test(name)),
    ),
  ),
});
export type OwnName = z.infer<typeof OwnName>;

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/api/user/settings',
    access: 'user',
    summary: 'The settings; e-mail notifications are on by default.',
    answer: Settings,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/user/settings',
    access: 'user',
    summary: 'Saves the settings; idempotent.',
    body: EmailChoice,
    answer: Settings,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/user/name',
    access: 'user',
    summary: 'Sets the display name; without one the e-mail address is shown.',
    body: OwnName,
    answer: z.object({ displayName: z.nullable(z.string()) }),
  }),
  chooseLanguage: endpoint({
    method: 'PUT',
    path: '/api/user/language',
    access: 'user',
    summary: 'Sets the language of e-mails.',
    body: z.object({ language: z.enum(['sq', 'en']) }),
    answer: Done,
  }),
};
