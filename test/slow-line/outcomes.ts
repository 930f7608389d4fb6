/** What becomes of what somebody wants. */

export interface Outcome {
  isKnown: boolean;
  isDone: boolean;
  /** Whether the server did it, whatever became of the answer. */
  isTaken: boolean;
}

export const newOutcome = (): Outcome => ({ isKnown: false, isDone: false, isTaken: false });

/** The outcomes of one page; `wasTaken` tells whether the server did what was sent last. */
export function outcomesOf(wasTaken: () => boolean) {
  const outcomes = new Map<Promise<unknown>, Outcome>();
  const unanswered = new Map<Outcome, Promise<unknown>>();
  return {
    /** Changes that were sent as one share what became of them. */
    follow(done: Promise<unknown>, outcome = newOutcome(), onEnd?: (answer: unknown) => void): Outcome {
      const known = outcomes.get(done);
      if (known) return known;
      outcomes.set(done, outcome);
      unanswered.set(outcome, done);
      const settle = (isDone: boolean) => (answer: unknown) => {
        if (unanswered.get(outcome) !== done) return;
        unanswered.delete(outcome);
        Object.assign(outcome, { isKnown: true, isDone, isTaken: wasTaken() || outcome.isTaken });
        onEnd?.(isDone ? answer : null);
      };
      done.then(settle(true), settle(false));
      return outcome;
    },
    /** Those that are not known when the page is left, oldest first: nobody here will know them. */
    leave(): Outcome[] {
      const left = [...unanswered.keys()];
      unanswered.clear();
      return left;
    },
  };
}
