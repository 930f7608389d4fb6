/** Words that every page brings along; the other areas come with the pages that name them (`web/routes.ts`). */
import * as catalogue from './every-page/catalogue.ts';
import * as messages from './every-page/messages.ts';
import * as shell from './every-page/shell.ts';

export const words = { ...shell.words, ...catalogue.words, ...messages.words };
export const refusals = { ...catalogue.refusals, ...messages.refusals };
