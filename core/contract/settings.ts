/** What people choose for themselves. */
import { EmailChoice } from './email-choice.ts';
import { endpoint } from './endpoint.ts';

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
};
