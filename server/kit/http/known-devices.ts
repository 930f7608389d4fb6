/**
 * Which browser asks: a random id in a cookie that scripts cannot read, made when it is first needed, and to which
 * accounts it signed in before, and with which password. It opens no account: guesses are counted by it, and what guests
 * keep is bound to it.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from '#server/kit/digest.ts';
import { cookieOf } from './request-context.ts';

const HALF_A_YEAR = 180 * 24 * 3600;
/** Accounts that are remembered per browser. */
const MOST_ACCOUNTS = 5;
const FORM = /^[A-Za-z0-9_-]{22}(\.[A-Za-z0-9_-]{32}){0,5}$/;

export interface KnownDevices {
  /** What stands for it in tables and counts; null for one that has no cookie yet. */
  keyOf(request: FastifyRequest): string | null;
  /** The same, and one without a cookie gets it. */
  keep(request: FastifyRequest, reply: FastifyReply): string;
  /** The same, also of one without a cookie: what will stand for it if it gets one in this answer. */
  keyToBe(request: FastifyRequest): string;
  /** Whether somebody signed in to that account with it before, whichever password that had. */
  knows(request: FastifyRequest, account: string): boolean;
  /** Whether somebody did since the account has the password that it has. */
  trusts(request: FastifyRequest, opened: Opened): boolean;
  /** Somebody signed in to that account with it. */
  remember(request: FastifyRequest, reply: FastifyReply, opened: Opened): void;
}

/** An account with its password hash at that time. */
export interface Opened {
  account: string;
  passwordHash: string | null;
}

export function createKnownDevices({ secret, isHttps }: { secret: string; isHttps: boolean }): KnownDevices {
  const name = isHttps ? '__Host-bukuri-browser' : 'bukuri-browser';
  const attributes = `; Max-Age=${HALF_A_YEAR}; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}; HttpOnly`;
  const sign = (text: string) => createHmac('sha256', secret).update(`browser ${text}`).digest('base64url');
  /** Of an account, whichever password it has. */
  const beginningOf = (id: string, account: string) => sign(`${id} ${account.trim().toLowerCase()}`).slice(0, 16);
  const markOf = (id: string, { account, passwordHash }: Opened) => {
    const beginning = beginningOf(id, account);
    return beginning + sign(`${id} ${beginning} ${saltOf(passwordHash ?? '')}`).slice(0, 16);
  };

  const given = new WeakMap<FastifyRequest, string>();

  /** The id that this request's browser gets, whoever asks for it first. */
  function idFor(request: FastifyRequest): string {
    const id = given.get(request) ?? newId();
    given.set(request, id);
    return id;
  }

  /** Its id and the marks of its accounts, the latest first. */
  function read(request: FastifyRequest): { id: string; marks: string[] } | null {
    const value = cookieOf(request, name);
    if (!value || !FORM.test(value)) return null;
    const [id = '', ...marks] = value.split('.');
    return { id, marks };
  }

  function put(reply: FastifyReply, id: string, marks: readonly string[]): void {
    reply.header('set-cookie', `${name}=${[id, ...marks].join('.')}${attributes}`);
  }

  return {
    keyOf(request) {
      const known = read(request);
      return known && browserKeyOf(known.id);
    },
    keep(request, reply) {
      const id = read(request)?.id ?? idFor(request);
      if (!read(request)) put(reply, id, []);
      return browserKeyOf(id);
    },
    keyToBe: (request) => browserKeyOf(read(request)?.id ?? idFor(request)),
    knows(request, account) {
      const known = read(request);
      return known?.marks.some((mark) => mark.startsWith(beginningOf(known.id, account))) ?? false;
    },
    trusts(request, opened) {
      const known = read(request);
      return known?.marks.includes(markOf(known.id, opened)) ?? false;
    },
    remember(request, reply, opened) {
      const { id, marks } = read(request) ?? { id: idFor(request), marks: [] };
      const others = marks.filter((mark) => !mark.startsWith(beginningOf(id, opened.account)));
      put(reply, id, [markOf(id, opened), ...others].slice(0, MOST_ACCOUNTS));
    },
  };
}

/** The hash of a browser id that is stored: a leaked table does not reveal the id. */
export function browserKeyOf(id: string): string {
  return `browser:${digestOf(id).slice(0, 22)}`;
}

const newId = () => randomBytes(16).toString('base64url');

/** Salt of a password hash. It is new with each password that is set, and stays when the hash is replaced by one of the normalized password. */
export const saltOf = (stored: string): string => stored.split('$')[4] ?? '';
