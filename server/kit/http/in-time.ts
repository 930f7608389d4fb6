/** Nobody waits longer for an answer, however many statements it takes and whatever each of them waits for. */
import type { FastifyRequest } from 'fastify';
import { PATIENCE_MS } from '#server/kit/unless-late.ts';

interface Waiting {
  /** Whose patience it is: all that they wait for takes from the same. */
  request: FastifyRequest;
  /** No longer than this of it. */
  ms?: number;
  late?: () => Error;
  /** Told what the work throws when nobody waits for it any more. */
  lost?: (error: unknown, request: FastifyRequest) => void;
}

const waited = new WeakMap<FastifyRequest, number>();

/** What the work says, unless that takes too long; then it ends by itself, and only what it throws is told. */
export async function inTime<T>(work: Promise<T>, { request, ms, late, lost }: Waiting): Promise<T> {
  const began = performance.now();
  const before = waited.get(request) ?? 0;
  const end = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => {
      end.reject(late?.() ?? new Error(`No answer within ${ms ?? PATIENCE_MS} ms`));
      if (lost) work.catch((error) => lost(error, request));
    },
    Math.min(ms ?? PATIENCE_MS, Math.max(0, PATIENCE_MS - before)),
  );
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    clearTimeout(timer);
    waited.set(request, before + performance.now() - began);
  }
}
