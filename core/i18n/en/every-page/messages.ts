/** Words that any page may say once something was done, or was not. */
import type * as sq from '#core/i18n/sq/every-page/messages.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.input.malformed': 'The request could not be understood. Check it and try again.',
  'problem.input.invalid': 'The field {fields} is not right.',
  'problem.input.invalidFields': 'These fields are not right: {fields}.',
  'problem.input.encoding': 'The text contains characters that are not allowed.',
  'problem.input.type': 'This kind of content is not accepted.',
  'problem.input.tooLarge': 'The request is too large.',
  'problem.input.fileTooLarge': 'The file is larger than {megabytes} MB. Choose a smaller one.',
  'problem.input.slow': 'The request took too long to arrive. Try again.',
  'problem.origin.foreign': 'The request did not come from this site and was not carried out.',
  'problem.host.foreign': 'This address belongs to another site.',
  'problem.route.absent': 'This address does not exist.',
  'problem.access.notAuthenticated': 'Not authenticated',
  'problem.access.forbidden': 'You are not allowed to do this.',
  'problem.limit.guesses': 'Too many wrong passwords were tried for this account today. Try again tomorrow.',
  'problem.limit.reached': 'Too many attempts. Wait a little and try again.',
  'problem.server.failed': 'Something went wrong on our side. Try again in a moment.',
  'problem.server.busy': 'The service is busy. Try again in a moment.',
  'page.number': 'If you write to us about this, mention number {requestId}.',
  'page.asOf': 'This page is as of {time}. It may have changed since; buying will be back soon.',
  'field.body': 'request',
  'field.sessionId': 'visit',
};
