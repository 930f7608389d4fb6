/** What people choose for themselves. */
import * as z from 'zod/mini';
import { EmailChoice } from './email-choice.ts';
import { endpoint } from './endpoint.ts';
import { OwnName } from './own-name.ts';
import { Done } from './shapes.ts';

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
