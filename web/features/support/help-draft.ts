/** A message to support that could not be sent because the session ended, kept in this tab. */
import { useEffect } from 'react';
import { useUser } from '#web/features/accounts/use-user.ts';
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';

interface Draft {
  userId: string;
  message: string;
  /** The order that it is about. */
  orderId?: string | undefined;
}

const kept = createStoredState<Draft | null>('helpDraft', {
  none: null,
  read: (stored) => (isDraft(stored) ? stored : null),
  // Kept for whoever was signed out against their will.
  isPersonal: (_, isEnd) => !isEnd,
  isOfTab: true,
});

function isDraft(stored: unknown): stored is Draft {
  const { userId, message } = (stored ?? {}) as Partial<Record<string, unknown>>;
  return typeof userId === 'string' && typeof message === 'string';
}

export const keepDraft = kept.set;

/** The draft to continue. */
export function takeDraft(userId: string): Draft | undefined {
  const draft = kept.get();
  if (draft?.userId !== userId) return undefined;
  keepDraft(null);
  return draft;
}

/** Whether the current user has a draft; others' drafts are deleted. */
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
