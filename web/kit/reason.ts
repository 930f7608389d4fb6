/** Why a call did not do what it should, in the reader's words. */
import { isCancelledError } from '@tanstack/react-query';
import { ApiError } from '#core/contract/call.ts';
import type { Translate } from '#core/i18n/t.ts';
import { type ToastMessage, toast } from './toasts.ts';

/** Why something could not be fetched: what the server said, that it is in trouble, or that it was not reached. */
export function reasonOf(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('error.network');
  return error.said ?? t('error.serverBusy');
}

/**
 * Says what failed: the server's reason where it refused, else `text`. Whoever has to sign in again has been told, and who
 * left is not here to hear it. `action` is what one can do about it. Answers what it said.
 */
export function toastFailure(
  error: unknown,
  { t, text, action }: { t: Translate; text: string; action?: ToastMessage['action'] },
): string | null {
  if (isCancelledError(error)) return null;
  const refusal = error instanceof ApiError && error.status < 500 ? error : null;
  if (refusal?.status === 401) return null;
  const reason = refusal?.said ?? text;
  toast({ tone: 'failed', title: t('common.error'), text: reason, action });
  return reason;
}
