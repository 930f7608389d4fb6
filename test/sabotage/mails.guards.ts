/** Mails go to whom they are for, once as far as anybody can tell, and are read by nobody else. */
import type { Guard } from './guard.ts';

const pages = 'server/gateways/mail/sandbox/mail-pages.ts';
const shown = (test: string) => ['server/gateways/mail/sandbox/mail-pages.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'whoever reaches the shop reads the mails of others',
    file: pages,
    take: "if (!isForAll && !isFromHere(request)) throw new AppError(404, 'route.absent');",
    leave: "if (!isForAll && !isFromHere) throw new AppError(404, 'route.absent');",
    falls: shown('whoever is not at this machine sees no mails'),
  },
  {
    without: 'a proxy on this machine shows the mails to everybody',
    file: pages,
    take: 'return isLocalHost(host) && ',
    leave: 'return host.length > 0 && ',
    falls: shown('whoever is not at this machine sees no mails'),
  },
  {
    without: 'mails are shown where they are sent',
    file: 'server/app.ts',
    take: "if (mail?.kind === 'sandbox') {",
    leave: 'if (rows) {',
    falls: shown('where mails are sent there is nothing of it'),
  },
  {
    without: 'mails are kept and shown in production by accident',
    file: 'server/config.ts',
    take: "isForAll: sandbox === 'on'",
    leave: "isForAll: sandbox !== 'off'",
    falls: ['server/config.test.ts', 'mails are kept where nobody waits for them'],
  },
  {
    without: 'what stands in a mail runs in the page that shows it',
    file: pages,
    take: '; sandbox ${APART}`',
    leave: '; script-src *`',
    falls: shown('nothing of a mail runs'),
  },
  {
    without: 'a name in a mail is markup',
    file: 'server/kit/http/html.ts',
    take: "if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));",
    leave: "if (typeof part === 'string' || typeof part === 'number') return escapeHtml('') + String(part);",
    falls: ['server/kit/http/html.test.ts', 'what is put into markup is text'],
  },
  {
    without: 'kept mails grow without end',
    file: 'server/gateways/mail/sandbox/kept-mail.ts',
    take: 'order by created_at desc, id offset ${MOST_MAILS})',
    leave: 'where false and 1 < ${MOST_MAILS})',
    falls: shown('the newest are kept, and none for long'),
  },
];
