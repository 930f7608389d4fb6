/** What people are notified about: each kind with the facts that its texts need. */

/** A deal as it was when the notification was made. */
interface DealFacts {
  dealId: string;
  title: string;
  titleEn: string | null;
}

export interface NotificationData {
  /** Daily digest. `deals`: the first of them; `isFollowed`: some are of a salon that the user follows. */
  newDeals: { count: number; isFollowed: boolean; deals: (DealFacts & { salon: string })[] };
  /** `expiresAt`: ISO 8601. */
  dealEnding: DealFacts & { expiresAt: string };
  /** Lek. */
  priceDrop: DealFacts & { price: number; before: number };
  membershipEnding: MembershipFacts;
  membershipPastDue: MembershipFacts;
  membershipEnded: MembershipFacts;
  membershipReceipt: MembershipFacts & { periodId: string };
  requestApproved: Record<never, never>;
  /** What the administrator wrote. */
  requestRejected: { notes: string | null };
  requestRevoked: Record<never, never>;
  orderPlaced: { orderId: string; paymentMethod: 'card' | 'cash' };
  /** For the salon. `title`: of the first line; `quantity`: of treatments; `amount`: lek. */
  orderReceived: {
    orderId: string;
    title: string;
    titleEn: string | null;
    lines: number;
    quantity: number;
    amount: number;
  };
  /** For the salon, of units that the buyer canceled or that are refunded. `title`: of the first of them. */
  unitCanceled: SoldUnits;
  unitRefunded: SoldUnits;
  /** For the buyer. `refundDone`: once the money is on its way to the card. */
  refundStarted: BoughtUnits;
  refundDone: BoughtUnits;
  refundFailed: BoughtUnits;
  /** For the buyer: the salon canceled a unit. */
  unitDeclined: {
    orderId: string;
    title: string;
    titleEn: string | null;
    salon: string;
    isPaid: boolean;
    reason: string;
  };
  /** `orderId` and title of the voucher. `claimOpened`: for the salon; `claimAnswered`: for the buyer. */
  claimOpened: ClaimFacts;
  claimAnswered: ClaimFacts;
  /** For both. */
  claimDecided: ClaimFacts & { decision: 'refund' | 'close'; reason: string; isBuyer: boolean };
  /** For the buyer, of open units that end in `days`. */
  voucherReminder: BoughtUnits & { days: number; useBy: string };
  /** What the administrator wrote. */
  dealHidden: DealFacts & { reason: string };
  /** An administrator decided about the review that the owner asked for; `reason`: why it stays hidden. */
  dealReviewed: DealFacts & { isShown: boolean; reason: string | null };
  /** For the buyer. `redeemedAt`: ISO 8601. */
  voucherRedeemed: { orderId: string; salon: string; title: string; titleEn: string | null; redeemedAt: string };
  /** For the buyer, a day after the redemption. `title`: of the first unit. */
  reviewAsked: ReviewFacts & { salon: string };
  /** For the salon. */
  reviewReceived: ReviewFacts & { stars: number };
  /** For the author. */
  reviewReplied: ReviewFacts & { salon: string };
  /** For author and salon; `reason`: what the administrator wrote. */
  reviewDecided: ReviewFacts & { decision: 'publish' | 'hide'; reason: string; isAuthor: boolean };
  supportReplied: { messageId: string; reply: string };
  /** What administrators announce to all users; stored is its `announcementId`. */
  appUpdate: { title: string; titleEn: string; text: string; textEn: string };
}

interface SoldUnits {
  orderId: string;
  title: string;
  titleEn: string | null;
  quantity: number;
}

interface ReviewFacts {
  orderId: string;
  title: string;
  titleEn: string | null;
}

interface ClaimFacts {
  orderId: string;
  title: string;
  titleEn: string | null;
}

/** `title`: of the first unit; null where it is not known. */
interface BoughtUnits {
  orderId: string;
  title: string | null;
  titleEn: string | null;
  quantity: number;
}

interface MembershipFacts {
  membershipId: string;
  /** End of the period, or of the grace period; ISO 8601. */
  date: string;
  /** What the next period costs; lek. */
  amount: number;
  /** It ends, or is renewed by card. */
  isRenewing: boolean;
}

export type NotificationKind = keyof NotificationData;

/**
 * Whether a kind is emailed: `always`; `ifWanted`: unless email notifications are off; `ifConsented`: only to whom chose them
 * (advertising); `none`: in the inbox and by push only, because an email of its own exists.
 */
export const notificationKinds = {
  newDeals: 'ifConsented',
  dealEnding: 'ifWanted',
  priceDrop: 'ifWanted',
  membershipEnding: 'ifWanted',
  membershipPastDue: 'always',
  membershipEnded: 'ifWanted',
  membershipReceipt: 'always',
  requestApproved: 'none',
  requestRejected: 'none',
  requestRevoked: 'none',
  orderPlaced: 'none',
  orderReceived: 'ifWanted',
  unitCanceled: 'none',
  unitRefunded: 'none',
  refundStarted: 'none',
  refundDone: 'none',
  refundFailed: 'always',
  unitDeclined: 'always',
  claimOpened: 'always',
  claimAnswered: 'always',
  claimDecided: 'always',
  voucherReminder: 'ifWanted',
  dealHidden: 'none',
  dealReviewed: 'none',
  voucherRedeemed: 'none',
  reviewAsked: 'ifWanted',
  reviewReceived: 'ifWanted',
  reviewReplied: 'none',
  reviewDecided: 'always',
  supportReplied: 'none',
  appUpdate: 'ifWanted',
} as const satisfies Record<NotificationKind, 'always' | 'ifWanted' | 'ifConsented' | 'none'>;

export const NOTIFICATION_KINDS = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];

/** Push notifications wait outside these hours, in Albania. */
const PUSH_FROM_HOUR = 9;
const PUSH_UNTIL_HOUR = 21;

/** How long a push notification has to wait for the end of the quiet hours (21:00–9:00). @param hour, minute - in Albania */
export function minutesUntilPush({ hour, minute }: { hour: number; minute: number }): number {
  if (hour >= PUSH_FROM_HOUR && hour < PUSH_UNTIL_HOUR) return 0;
  return ((24 + PUSH_FROM_HOUR - hour) % 24) * 60 - minute;
}

/** How long push notifications may still arrive today; 0 in the quiet hours. @param hour, minute - in Albania */
export function minutesUntilQuiet(now: { hour: number; minute: number }): number {
  return minutesUntilPush(now) > 0 ? 0 : (PUSH_UNTIL_HOUR - now.hour) * 60 - now.minute;
}
