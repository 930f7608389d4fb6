/** What every race is given, and what it may say. */
import { ok } from 'node:assert/strict';
import { ApiError } from '#core/contract/call.ts';
import { isBusy } from '#server/kit/http/failures.ts';
import { brokenInvariants } from '../invariants.ts';
import type { Random } from '../random.ts';
import type { Guard } from '../sabotage/guard.ts';
import { newDeal, newUser } from '../shoppers.ts';
import type { TwoNodes, Visitor } from '../two-nodes.ts';

export interface Arena {
  nodes: TwoNodes;
  random: Random;
  rounds: number;
  /** How many act at the same moment. */
  actors: number;
}

/** Runs its rounds, throws at the first broken promise, answers its figures. */
export type Race = (arena: Arena) => Promise<Record<string, number>>;

/** A race with the promise it proves, and how many rounds are few (each test run) and many (`npm run prove -- races`). */
export interface Proof {
  /** Its number, where `docs/reliability.md` speaks of it; else it is called like its file. */
  id?: string;
  promise: string;
  race: Race;
  few: number;
  many: number;
  /** What it would notice the loss of; `npm run prove -- sabotage` takes each away. */
  breaksWithout?: readonly Omit<Guard, 'falls'>[];
}

/** One that can be called. */
export type NamedProof = Proof & { id: string };

export interface Shopper extends Visitor {
  userId: string;
  sessionId: string;
}

export async function newShopper({ nodes, random }: Arena): Promise<Shopper> {
  const userId = await newUser(nodes.db);
  return { ...(await nodes.as(userId)), userId, sessionId: newSession(random) };
}

export const newSession = (random: Random) => `session_${random.int(0, 2 ** 31)}_${random.int(0, 2 ** 31)}`;

/** Cheap enough that a full cart stays below the limit for cash. */
export const newDeals = ({ nodes, random }: Arena, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, () => newDeal(nodes.db, { price: random.int(1, 25_000), originalPrice: null })),
  );

/** All of them at the same moment. */
export const together = <T>(count: number, act: (actor: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, actor) => act(actor)));

/** The answer, or the code of a refusal that the race expects; any other failure is thrown. */
export async function answerOr<T, Code extends string>(call: Promise<T>, ...codes: Code[]): Promise<T | Code> {
  try {
    return await call;
  } catch (error) {
    const code = error instanceof ApiError ? codes.find((expected) => expected === error.code) : undefined;
    if (code === undefined) throw error;
    return code;
  }
}

/** Work on the database itself, with the patience of somebody who asks over HTTP: while it is busy, once more. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
}

export async function holds({ nodes, random }: Arena): Promise<void> {
  const broken = await brokenInvariants(nodes.pool);
  ok(Object.keys(broken).length === 0, `seed ${random.seed}: ${JSON.stringify(broken)}`);
}
