/** Chance that can be repeated: the same seed, the same choices. */
export interface Random {
  readonly seed: number;
  /** 0 to 1, without 1. */
  real(): number;
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** The seed of RACE_SEED, or a new one; whoever uses it says it, so that a failure can be repeated. */
export function seedOf(env: NodeJS.ProcessEnv): number {
  return env.RACE_SEED ? Number(env.RACE_SEED) : Math.floor(Math.random() * 2 ** 32);
}

/** Mulberry32. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const real = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(real() * (to - from + 1));
  return {
    seed,
    real,
    int,
    chance: (probability) => real() < probability,
    pick: (from) => {
      if (from.length === 0) throw new RangeError('nothing to pick from');
      return from[int(0, from.length - 1)] as (typeof from)[number];
    },
  };
}
