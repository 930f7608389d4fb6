/** A message to the shop that could not be sent while its writer was there, kept in this tab until they are back. */
import { useEffect } from 'react';
import { createStoredState, useStoredState } from '#web/kit/stored-state.ts';
import { useUser } from '../accounts/use-user.ts';

interface Draft {
  userId: string;
  message: string;
}

const kept = createStoredState<Draft | null>('helpDraft', {
  none: null,
  read: (stored) => (isDraft(stored) ? stored : null),
  // Who was signed out against their will goes on when they are back.
  isPersonal: (_, isEnd) => !isEnd,
  isOfTab: true,
});

function isDraft(stored: unknown): stored is Draft {
  const { userId, message } = (stored ?? {}) as Partial<Record<string, unknown>>;
  return typeof userId === 'string' && typeof message === 'string';
}

export const keepDraft = kept.set;

/** What its writer goes on with. */
export function takeDraft(userId: string): string | undefined {
  const draft = kept.get();
  if (draft?.userId !== userId) return undefined;
  keepDraft(null);
  return draft.message;
}

/** Whether who is looking has one; what somebody else wrote is forgotten. */
export function useHasDraft(): boolean {
  const visitor = useUser();
  const draft = useStoredState(kept);
  const isKnown = draft !== null && visitor.state === 'user';
  const isOwn = isKnown && draft.userId === visitor.user.id;
  useEffect(() => {
    if (isKnown && !isOwn) keepDraft(null);
  }, [isKnown, isOwn]);
  return isOwn;
}
