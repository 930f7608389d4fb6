/** A mail server of the operator's, spoken to in SMTP. */
import { createTransport } from 'nodemailer';
import { allWords } from '#core/i18n/all-words.ts';
import { isLocalHost } from '#server/kit/http/request-context.ts';
import { type Mail, MailFailed } from './mail.ts';

/** For each step; a job waits for it and no visitor. */
const PATIENCE_MS = 20_000;
const PORT = 587;
const PORT_OF_TLS = 465;

export interface SmtpChoice {
  /** `smtp:` or `smtps:`, with a user or without. */
  url: string;
  from: string;
  /** Who reads answers; null: whoever reads what comes to `from`. */
  replyTo: string | null;
  patienceMs?: number;
}

export function createSmtp({ url, from, replyTo, patienceMs = PATIENCE_MS }: SmtpChoice): Mail {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const user = decodeURIComponent(username);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? PORT_OF_TLS : PORT),
    secure,
    // A password is told nobody who may be anybody.
    requireTLS: user !== '' && !isLocalHost(hostname),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(password) } }),
    ...{ connectionTimeout: patienceMs, greetingTimeout: patienceMs, dnsTimeout: patienceMs },
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ id, to, subject, text, html }) => {
      try {
        await transport.sendMail({
          from: { name: allWords.sq.words['app.name'], address: from },
          to: { name: '', address: to },
          ...(replyTo !== null && { replyTo }),
          envelope: { from, to: [to] },
          messageId: `<${id}@${from.split('@')[1]}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          xMailer: false,
          ...{ subject, text, html },
        });
      } catch (error) {
        throw new MailFailed(reasonOf(error));
      }
    },
  };
}

/** What a mail server answers names whom the mail is for. */
function reasonOf(error: unknown): string {
  const {
    code = 'unknown',
    command,
    responseCode,
  } = error as { code?: string; command?: string; responseCode?: number };
  return [code, command && `at ${command.split(' ')[0]}`, responseCode].filter(Boolean).join(' ');
}
