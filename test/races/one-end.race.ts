/** I33: an open order ends once, however often it is canceled while it is released and somebody completes it. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { orders } from '#core/contract/orders.ts';
import { releaseOrders } from '#server/features/orders/orders.service.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { newOrder } from '../shoppers.ts';
import { type Arena, answerOr, holds, newShopper, type Proof, patiently, type Race, together } from './race.ts';

const DAY = 86_400_000;

/** An open order of somebody, confirmed as all are. */
async function openOrder({ nodes: { db } }: Arena, { userId, isLate }: { userId: string; isLate: boolean }) {
  const useBy = new Date(Date.now() + (isLate ? -1000 : DAY));
  const id = await newOrder(db, { userId, useBy, createdAt: new Date(useBy.getTime() - 30 * DAY) });
  const deed = { actorId: userId, action: 'orders.confirmCash', subject: 'order', subjectId: id };
  await inTransaction(db, (tx) => writeAudit(tx, deed));
  return id;
}

const race: Race = async (arena) => {
  const { random, rounds, actors, nodes } = arena;
  const ends = { canceled: 0, expired: 0, completed: 0 };
  for (let round = 0; round < rounds; round++) {
    const { call, userId } = await newShopper(arena);
    const isLate = random.chance(0.7);
    const isRedeemed = random.chance(0.3);
    const id = await openOrder(arena, { userId, isLate });
    const redeem = "update orders set status = 'completed' where id = $1 and status = 'pending'";
    const answers = await together(actors, async (actor) => {
      if (actor % 5 === 1) await patiently(() => releaseOrders(nodes.db));
      else if (actor === 0 && isRedeemed) await patiently(() => nodes.pool.query(redeem, [id]));
      else return answerOr(call(orders.cancel, { params: { id } }), 'orders.notOpen');
      return null;
    });

    const said = `seed ${random.seed}, round ${round}`;
    const [order] = await call(orders.mine);
    ok(order && order.status !== 'pending', `${said}: it is still open`);
    const end = order.status === 'failed' ? order.failedReason : order.status;
    ok(end !== null && end in ends, `${said}: it ended as ${end}`);
    ends[end as keyof typeof ends] += 1;
    const expected = end === 'canceled' ? order : 'orders.notOpen';
    for (const answer of answers) if (answer !== null) deepEqual(answer, expected, said);
  }
  await holds(arena);
  equal(ends.canceled + ends.expired + ends.completed, rounds);
  return { rounds, cancellations: Math.round(rounds * actors * 0.8), ...ends };
};

export const proof: Proof = {
  id: 'I33',
  promise: 'an open order ends once',
  race,
  few: 6,
  many: 400,
  breaksWithout: [
    {
      without: 'what is no longer open is canceled',
      file: 'server/features/orders/orders.store.ts',
      take: 'and(eq(orders.id, orderId), eq(orders.userId, userId), isOpen)',
      leave: 'and(eq(orders.id, orderId), eq(orders.userId, userId))',
    },
  ],
};
