/** The part of the package that tests use. */
declare module 'smtp-server' {
  type Done = (error?: Error | null, more?: { user: string }) => void;

  interface Session {
    envelope: { mailFrom: false | { address: string }; rcptTo: { address: string }[] };
  }

  export interface SMTPServerOptions {
    authOptional?: boolean;
    allowInsecureAuth?: boolean;
    disabledCommands?: string[];
    closeTimeout?: number;
    disableReverseLookup?: boolean;
    onAuth?: (auth: { username?: string }, session: Session, done: Done) => void;
    onRcptTo?: (to: { address: string }, session: Session, done: Done) => void;
    onData?: (stream: NodeJS.ReadableStream, session: Session, done: Done) => void;
  }

  export class SMTPServer {
    constructor(options: SMTPServerOptions);
    readonly server: import('node:net').Server;
    readonly connections: Iterable<{ _socket: { destroy(): void } }>;
    on(event: 'error', listener: (error: Error) => void): void;
    listen(port: number, host: string): void;
    close(done: () => void): void;
  }
}
