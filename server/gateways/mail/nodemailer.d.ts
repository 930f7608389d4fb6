/** The part of the package that we use, so that nothing else of it is used unnoticed. */
declare module 'nodemailer' {
  interface Address {
    name: string;
    address: string;
  }

  interface SmtpOptions {
    host: string;
    port: number;
    secure: boolean;
    requireTLS: boolean;
    auth?: { user: string; pass: string };
    connectionTimeout: number;
    greetingTimeout: number;
    dnsTimeout: number;
    socketTimeout: number;
    disableFileAccess: true;
    disableUrlAccess: true;
  }

  interface Sent {
    from: Address;
    to: Address;
    replyTo?: string;
    envelope: { from: string; to: string[] };
    messageId: string;
    headers: Record<string, string>;
    xMailer: false;
    subject: string;
    text: string;
    html: string;
  }

  export function createTransport(options: SmtpOptions): { sendMail: (message: Sent) => Promise<unknown> };
}
