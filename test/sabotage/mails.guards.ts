/** Mails go to whom they are for, once as far as anybody can tell, and are read by nobody else. */
import type { Guard } from './guard.ts';

const pages = 'server/gateways/mail/sandbox/mail-pages.ts';
const receipts = (test: string) => ['server/features/orders/receipts.test.ts', test] as const;
const smtp = 'server/gateways/mail/smtp.ts';
const sent = (test: string) => ['server/gateways/mail/smtp.test.ts', test] as const;
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
    file: 'server/kit/http/host.ts',
    take: 'return isLocalHost(host) && ',
    leave: 'return host.length > 0 && ',
    falls: shown('whoever is not at this machine sees no mails'),
  },
  {
    without: 'a proxy that asks under the name of this machine shows the mails to everybody',
    file: 'server/kit/http/host.ts',
    take: '|| PASSED_ON.some((name) => headers[name] !== undefined);',
    leave: ';',
    falls: shown('what a proxy at this machine asks for somebody'),
  },
  {
    without: 'a proxy that adds no header shows the mails to everybody',
    file: 'server/kit/http/host.ts',
    take: "httpVersion === '1.0' || ",
    falls: shown('a proxy that adds nothing'),
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
    take: "isForAll: said === 'on'",
    leave: "isForAll: said !== 'off'",
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
  {
    without: 'whoever pays by card has no receipt',
    file: 'server/features/payments/payments.settle.ts',
    take: 'await enqueue(tx, ordersReceipt, { orderId }, { key: orderId });',
    falls: receipts('whoever tells of a payment, and however often, it has one receipt'),
  },
  {
    without: 'whoever orders in cash is not written',
    file: 'server/features/orders/orders.service.ts',
    take: 'await enqueue(tx, ordersReceipt, { orderId: order.id }, { key: order.id });',
    falls: receipts('an order and its receipt are made together, or neither'),
  },
  {
    without: 'people are written in a language they did not order in',
    file: 'server/features/orders/orders.service.ts',
    take: 'await rememberLanguage(tx, { id: userId, language: confirmation.language });',
    falls: receipts('who orders is written in the language they ordered in'),
  },
  {
    without: 'who took an order back is told that it is confirmed',
    file: 'server/features/orders/receipts.jobs.ts',
    take: "if (!ordered || ordered.order.status === 'failed') return;",
    leave: 'if (!ordered) return;',
    falls: receipts('nobody is written about what they took back, or after they left'),
  },
  {
    without: 'who closed their account is written',
    file: 'server/features/orders/receipts.store.ts',
    take: ' and u.is_active where',
    leave: ' where',
    falls: receipts('nobody is written about what they took back, or after they left'),
  },
  {
    without: 'a receipt of a test card reads as if money had moved',
    file: 'server/features/orders/receipts.emails.ts',
    take: "...(charge?.isTest ? [t('checkout.test')] : []), ",
    falls: receipts('what was paid by card says what was charged'),
  },
  {
    without: 'a salon writes lines of ours into a mail',
    file: 'server/kit/letter.ts',
    take: "text.replace(/[\\p{Cc}\\p{Zl}\\p{Zp}]+/gu, ' ')",
    leave: "text.replace(/^$/gu, ' ')",
    falls: receipts('what a salon calls itself and its deals is text'),
  },
  {
    without: 'a mail server that is slow holds up what the card provider tells',
    file: 'server/kit/jobs/job.ts',
    take: 'queue_name => ${queue}',
    leave: 'queue_name => nullif(${queue}, ${queue})',
    falls: ['server/kit/jobs/jobs.test.ts', 'jobs of one queue that wait for somebody keep no others waiting'],
  },
  {
    without: 'the password of the mail server is told to whoever listens',
    file: smtp,
    take: "requireTLS: user !== '' && !isLocalHost(hostname),",
    falls: sent('a password is told to this machine, and beyond it under TLS alone'),
  },
  {
    without: 'a mail server that never answers is waited for without end',
    file: smtp,
    take: 'socketTimeout: patienceMs,',
    falls: sent('a server that does not come to an end is left in time'),
  },
  {
    without: 'the log names to whom a mail could not be sent',
    file: smtp,
    take: 'throw new MailFailed(reasonOf(error));',
    leave: 'throw new MailFailed(`${reasonOf(error)} ${String(error)}`);',
    falls: sent('a server that is away, will not have it now, or never, is told of without naming anybody'),
  },
  {
    without: 'a mail that comes twice cannot be told from two',
    file: smtp,
    take: "messageId: `<${id}@${from.split('@')[1]}>`,",
    falls: sent('where the answer is lost after the mail was taken, it is sent again under the same id'),
  },
  {
    without: 'one address becomes many',
    file: 'server/gateways/mail/addressed.ts',
    take: '!ADDRESS.test(message.to) || ',
    falls: sent('nothing that is put into a mail makes it another, or goes to anybody else'),
  },
  {
    without: 'what is called over several lines is a head of several lines',
    file: 'server/gateways/mail/addressed.ts',
    take: "message.subject.replace(/[\\p{C}\\p{Zl}\\p{Zp}]+/gu, ' ').trim()",
    leave: 'message.subject.trim()',
    falls: sent('nothing that is put into a mail makes it another, or goes to anybody else'),
  },
  {
    without: 'options of the mail package are taken out of an address',
    file: 'server/disagreements.ts',
    take: ' || server.search || server.hash)',
    leave: ' || server.hash)',
    falls: ['server/config.test.ts', 'mails are carried by a server that is given with a sender'],
  },
  {
    without: 'nobody learns that no receipts are sent',
    file: 'server/greeting.ts',
    take: "if (mail === null) return ['No mails are sent: SMTP_URL is not given.'];",
    leave: 'if (mail === null) return [];',
    falls: ['test/lifecycle.test.ts', 'says that it takes test cards'],
  },
  {
    without: 'receipts that nobody carries are counted as sent',
    file: 'server/gateways/mail/open-mail.ts',
    take: "return countMail('unsent');",
    leave: "return countMail('sent');",
    falls: ['server/gateways/mail/open-mail.test.ts', 'it is counted what becomes of mails'],
  },
  {
    without: 'who is given money back line by line gets a mail for each',
    file: 'server/features/payments/payments.given-back.ts',
    take: '{ key: orderId, after: TOGETHER }',
    leave: '{ after: TOGETHER }',
    falls: ['server/features/payments/given-back.test.ts', 'who is given money back is told once how much'],
  },
  {
    without: 'an amount in a mail is heard as two numbers',
    file: 'server/features/orders/receipts.emails.ts',
    take: 'heard(formatLek(amount, language), language)',
    leave: 'formatLek(amount, language)',
    falls: ['server/features/orders/receipts.test.ts', 'what was paid by card says what was charged'],
  },
  {
    without: 'the page of the test bank names an amount that is heard as two numbers',
    file: 'server/gateways/payments/sandbox/authenticate-page.ts',
    take: 'amount: spoken(amount, language)',
    leave: 'amount',
    falls: [
      'server/gateways/payments/sandbox/sandbox-routes.test.ts',
      'the bank names much money so that it is heard as one number',
    ],
  },
];
