/** How many mails go to a mailbox that nobody showed to be theirs: whoever acts under the address of somebody else would fill it. */
import type { Limits } from '#server/kit/limits/limits.ts';

const OF_A_DAY = { seconds: 86_400, isExact: true, countedInTransaction: true } as const;

export const peopleLimits = {
  /** That tell of sign-ins and of how one comes in, whoever made accounts with it. */
  securityMails: { max: 6, ...OF_A_DAY },
  /** About orders in cash. */
  orderMails: { max: 5, ...OF_A_DAY },
  /** That say that a message came. */
  supportMails: { max: 3, ...OF_A_DAY },
  /** That say that an account is closed. */
  farewellMails: { max: 1, ...OF_A_DAY },
} as const satisfies Limits;

export type LimitOfMails = keyof typeof peopleLimits;
