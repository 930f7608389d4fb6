/** Whoever runs the shop is written of each dispute: what a bank asks back is lost within days to who says nothing. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import type { Message } from '#server/gateways/mail/mail.ts';
import { cardBuyer } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { newUser } from '#test/shoppers.ts';
import { paymentsTellDispute } from './disputes.jobs.ts';
import { settlePayment } from './payments.settle.ts';

const cards = fakePaymentProvider();
const shop = await startShop({ parts: { cards } });
const { db, pool } = shop;
await db.update(users).set({ isActive: false }).where(eq(users.role, 'admin'));
const artaId = await newUser(db, { email: 'arta@shembull.al', role: 'admin' });
await newUser(db, { email: 'rina@shembull.al', role: 'admin', language: 'en' });
await newUser(db, { email: 'gone@shembull.al', role: 'admin', isActive: false });

/** Somebody who paid, and a bank that says something. */
async function disputed() {
  const ana = await cardBuyer(shop, cards);
  await ana.fill();
  const { payment, intent } = await ana.prepare();
  await cards.pay(intent.id);
  const said = async () => settlePayment({ db, cards }, (await cards.find(intent.id)) ?? expect.fail());
  await said();
  const order = (await ana.orders())[0] ?? expect.fail();
  const waiting = async (): Promise<unknown[]> => {
    const { rows } = await pool.query(
      `select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
       where j.task_identifier = 'payments-tell-dispute' and p.payload ->> 'paymentId' = $1 order by j.id`,
      [payment.id],
    );
    return rows.map(({ payload }) => payload);
  };
  return {
    ...{ intent, order, waiting },
    says: async (state: 'open' | 'won' | 'lost', which?: string) => {
      await cards.dispute(intent.id, state, which);
      await said();
      await said();
    },
    /** What those that wait would send. */
    mails: async (more: Partial<typeof shop.deps> = {}): Promise<Message[]> => {
      const sent: Message[] = [];
      const mail = { send: async (message: Message) => void sent.push(message) };
      for (const one of await waiting()) await paymentsTellDispute.perform({ ...shop.deps, mail, ...more }, one);
      return sent;
    },
  };
}

test('each administrator is written once of a dispute, in their language, with what is needed to answer it', async () => {
  const { says, mails, intent, order, waiting } = await disputed();
  expect(await mails()).toEqual([]);
  await says('open');
  const [arta, rina, ...others] = await mails();
  expect(others).toEqual([]);
  expect([arta?.to, rina?.to]).toEqual(['arta@shembull.al', 'rina@shembull.al']);
  expect(arta?.subject).toBe('Pagesë e kontestuar: 23,06\u00a0USD');
  expect(rina?.subject).toBe('Disputed payment: 23.06\u00a0USD');
  expect(arta?.id).toBe(`dispute.dp_${intent.id}.open.${artaId}`);
  for (const said of [rina?.text, rina?.html]) {
    expect(said).toContain(order.id.slice(-12));
    expect(said).toContain(intent.id);
    expect(said).toContain(`https://provider.example/${intent.id}`);
    expect(said).toContain('This is a test');
    expect(said).toContain('Salloni Mira');
    expect(said).not.toContain('@example.al');
  }
  expect(await waiting()).toHaveLength(2);
});

test('what is decided is told too, and what was opened before that no more', async () => {
  const { says, mails, waiting } = await disputed();
  await says('open');
  await says('lost');
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Kontestim i humbur: 23,06\u00a0USD',
    'Dispute lost: 23.06\u00a0USD',
  ]);
  await says('won');
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Kontestim i fituar: 23,06\u00a0USD',
    'Dispute won: 23.06\u00a0USD',
  ]);
  await says('lost');
  expect(await waiting(), 'once for each that it comes to').toHaveLength(6);
});

test('each time that a bank asks for the same money is told, and no win of one calls the order good while another stands', async () => {
  const { says, mails } = await disputed();
  const last = async () => (await mails()).at(-1);
  await says('open', 'dp_1');
  await says('open', 'dp_2');
  expect((await mails()).map(({ id }) => id.split('.').slice(0, 3).join('.'))).toEqual(
    ['dp_1', 'dp_1', 'dp_2', 'dp_2'].map((which) => `dispute.${which}.open`),
  );
  await says('won', 'dp_1');
  expect((await last())?.text).toContain('so the order cannot be used');
  await says('won', 'dp_2');
  expect((await last())?.text).toContain('The order can be used again');
});

test('where the provider has no page of it, or is another one now, the mail has no link', async () => {
  const { says, mails, intent } = await disputed();
  await says('open');
  for (const away of [{ ...cards, pageOf: () => null }, { ...cards, name: 'stripe' as const }, null]) {
    const [mail] = await mails({ cards: away });
    for (const said of [mail?.text, mail?.html]) {
      expect(said).toContain(intent.id);
      expect(said).not.toMatch(/https?:/);
    }
  }
});

test('who is an administrator no more is written nothing', async () => {
  const { says, mails } = await disputed();
  await says('open');
  await db.update(users).set({ role: 'user' }).where(eq(users.id, artaId));
  expect((await mails()).map(({ to }) => to)).toEqual(['rina@shembull.al']);
});
