/** A bad connection: requests and answers take their time, and some never arrive. */
import { ApiError } from '#core/contract/call.ts';
import type { Random } from '../random.ts';

export interface FakeLine {
  /** Carries a request to `serve` and its answer back. */
  carry<T>(serve: () => T): Promise<T>;
}

export interface Quality {
  /** Longest way in one direction, in ms. */
  delay: number;
  /** How often a request, or its answer, is lost. */
  loss: number;
  /** How often the server itself is in trouble. */
  trouble: number;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const lost = () => new TypeError('Failed to fetch');

export const refusal = (status: number, code: string) =>
  new ApiError(status, JSON.stringify({ code, message: code }), '');

export function fakeLine(random: Random, quality: () => Quality): FakeLine {
  return {
    async carry(serve) {
      const { delay, loss, trouble } = quality();
      await wait(random.int(1, delay));
      if (random.chance(loss)) throw lost();
      if (random.chance(trouble)) throw refusal(503, 'server.busy');
      const answer = attempt(serve);
      await wait(random.int(1, delay));
      if (random.chance(loss)) throw lost();
      return answer();
    },
  };
}

/** The outcome of something, to be taken later. */
export function attempt<T>(act: () => T): () => T {
  try {
    const value = act();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
