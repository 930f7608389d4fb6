/** SMTP transport. */
import { createTransport } from 'nodemailer';
import { allWords } from '#core/i18n/all-words.ts';
import { isLocalHost } from '#server/kit/http/request-context.ts';
import { type Mail, MailFailed } from './mail.ts';

/** Timeout of each step. */
const STEP_TIMEOUT_MS = 20_000;
const PORT = 587;
const PORT_OF_TLS = 465;

const ignore = () => {};
const SILENT = { trace: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };

export interface SmtpChoice {
  /** `smtp:` or `smtps:`, with or without credentials. */
  url: string;
  from: string;
  /** Reply-To address; null for `from`. */
  replyTo: string | null;
  stepTimeoutMs?: number;
}

export function createSmtp({ url, from, replyTo, stepTimeoutMs = STEP_TIMEOUT_MS }: SmtpChoice): Mail {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const user = decodeURIComponent(username);
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? PORT_OF_TLS : PORT),
    secure,
    // Never send credentials unencrypted, except to localhost.
    requireTLS: user !== '' && !isLocalHost(hostname),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(password) } }),
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    transactionLog: true,
  };
  return {
    send: async ({ id, to, subject, text, html, unsubscribeUrl }) => {
      let isHandedOver = false;
      // Errors do not tell at which step the connection was lost; the log of answers does.
      const debug = ({ tnx }: { tnx?: string }, line: string) => {
        isHandedOver ||= tnx === 'server' && line.startsWith('354');
      };
      try {
        // `attachDataUrls`: mail programs show attached pictures, but not those in the markup.
        await createTransport({ ...options, attachDataUrls: true, logger: { ...SILENT, debug } }).sendMail({
          from: { name: allWords.sq.words['app.name'], address: from },
          to: { name: '', address: to },
          ...(replyTo !== null && { replyTo }),
          envelope: { from, to: [to] },
          messageId: `<${id}@${from.split('@')[1]}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          xMailer: false,
          subject,
          text,
          html,
        });
      } catch (error) {
        const isAnswered = (error as { responseCode?: number }).responseCode !== undefined;
        throw new MailFailed(reasonOf(error), { isUncertain: isHandedOver && !isAnswered });
      }
    },
  };
}

/** Server responses contain the address, so only codes are reported. */
function reasonOf(error: unknown): string {
  const {
    code = 'unknown',
    command,
    responseCode,
  } = error as { code?: string; command?: string; responseCode?: number };
  return [code, command && `at ${command.split(' ')[0]}`, responseCode].filter(Boolean).join(' ');
}
