/** Works off what the provider told. */
import { findUnheard } from './payments.late.ts';
import type { PaymentParts } from './payments.parts.ts';
import { cancelWhilePaused } from './payments.pause.ts';
import { beginRun, eachOf, tellFailures } from './payments.run.ts';
import { settlePayment } from './payments.settle.ts';
import { type EventKey, markHandled, subjectOf } from './payments.store.ts';

/** What happened is asked of the provider: what a message says may be old, or come before an earlier one. */
export async function hear({ db, cards }: PaymentParts, event: EventKey): Promise<void> {
  if (cards.name !== event.source) throw new Error('what another provider told waits for that one');
  const paymentId = await subjectOf(db, event);
  const said = paymentId === null ? null : await cards.find(paymentId);
  if (said) await settlePayment({ db, cards }, said);
  if (said?.state === 'open') await cancelWhilePaused({ db, cards }, said);
  await markHandled(db, event);
}

/** A job that failed again and again waits for hours, when the provider may long be back. Throws at the end. */
export async function hearLate(parts: PaymentParts): Promise<void> {
  const run = beginRun();
  await eachOf(run, await findUnheard(parts.db, parts.cards.name, 40), (event) => hear(parts, event));
  tellFailures(run, 'messages could not be worked off');
}
