/** What a call was refused with, as `409 cart.full`; says so when it was not refused. */
import { ApiError } from '#core/contract/call.ts';

export async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => new Error('was not refused'),
    (reason: unknown) => reason,
  );
  return error instanceof ApiError ? `${error.status} ${error.code}` : String(error);
}
