/** Which day it is where the shop is. */

/** As `2026-11-22`; days begin at midnight in Albania. */
export function dayOf(now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Tirane' }).format(now);
}
