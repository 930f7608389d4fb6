/** As long as anybody waits for the database, however many statements an answer takes and whatever each of them waits for. */
export const PATIENCE_MS = 5_000;

/** What the work says, unless that takes too long; then it ends by itself, and nobody hears of it. */
export async function inTime<T>(
  work: Promise<T>,
  { ms = PATIENCE_MS, late = () => new Error(`No answer within ${ms} ms`) }: { ms?: number; late?: () => Error } = {},
): Promise<T> {
  const end = Promise.withResolvers<never>();
  const timer = setTimeout(() => end.reject(late()), ms);
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    clearTimeout(timer);
  }
}
