import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { redeem } from '#core/contract/redeem.ts';
import { tills } from '#core/contract/tills.ts';
import { vouchers } from '#core/contract/vouchers.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newSalon } from '#test/salons.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop();
const { db, pool } = shop;
const sessionId = newSessionId();
const ana = await shop.as({ email: 'ana@example.al' });

async function opened(salon: Awaited<ReturnType<typeof newSalon>>) {
  const { id, link } = await salon.owner(tills.add, { body: { name: 'Recepsioni' } });
  const token = new URL(link).searchParams.get('token') ?? '';
  const till = shop.guest();
  expect(await till(tills.open, { body: { token } })).toEqual({ name: 'Recepsioni', salon: 'Mira' });
  return { id, till, token };
}

async function codeOf({ deal }: Awaited<ReturnType<typeof newSalon>>): Promise<string> {
  await ana(cart.add, { body: { dealId: await newDeal(db, deal), sessionId } });
  const { items } = await ana(orders.cash, { body: { sessionId } });
  return items[0]?.vouchers[0]?.code ?? '';
}

test('till, opened by its link once, redeems for its salon and may do nothing else', async () => {
  const mira = await newSalon(shop, 'Mira');
  const { till, token, id } = await opened(mira);
  expect(await refusal(shop.guest()(tills.open, { body: { token } }))).toBe('409 tills.linkOver');
  expect(await till(redeem.who)).toEqual({ as: 'till', salon: 'Mira', till: 'Recepsioni', tillId: id });
  const [code, nonce] = [await codeOf(mira), v7()];
  expect(await till(redeem.redeem, { body: { code, nonce } })).toMatchObject({ result: 'redeemed' });
  const used = mira.owner(redeem.look, { body: { code } });
  await expect(used).rejects.toMatchObject({ code: 'redeem.alreadyRedeemed', details: { till: 'Recepsioni' } });
  expect(await refusal(mira.owner(redeem.undo, { body: { nonce } }))).toBe('404 redeem.notFound');
  expect(await till(redeem.undo, { body: { nonce } })).toMatchObject({ result: 'undone' });
  for (const call of [till(vouchers.sold), till(tills.list), till(orders.mine), till(tills.remove, { params: { id } })])
    expect(await refusal(call)).toBe('401 access.notAuthenticated');
});

test('till, revoked, unused for 180 days, or of a suspended or another owner, is signed out', async () => {
  const ends: [string, (salon: Awaited<ReturnType<typeof newSalon>>, id: string) => Promise<unknown>][] = [
    ['revoked', ({ owner }, id) => owner(tills.remove, { params: { id } })],
    [
      'unused',
      (_, id) => pool.query(`update tills set last_used_at = now() - interval '181 days' where id = $1`, [id]),
    ],
    ['suspended', ({ ownerId }) => pool.query('update users set is_active = false where id = $1', [ownerId])],
    ['given', ({ salonId }) => pool.query('update salons set owner_id = null where id = $1', [salonId])],
  ];
  for (const [name, end] of ends) {
    const mira = await newSalon(shop, 'Mira');
    const { id, till } = await opened(mira);
    expect(await till(redeem.who), name).toMatchObject({ as: 'till' });
    await end(mira, id);
    expect(await refusal(till(redeem.who)), name).toBe('401 access.notAuthenticated');
  }
});

test('tills of a salon, are at most ten, and only its owner sees and revokes them', async () => {
  const [mira, other] = [await newSalon(shop, 'Tek'), await newSalon(shop, 'Tjetër')];
  const added = await Promise.all(
    Array.from({ length: 12 }, () => refusalOr(mira.owner(tills.add, { body: { name: 'A' } }))),
  );
  expect(added.filter((answer) => answer === '409 tills.tooMany')).toHaveLength(2);
  const [first] = await mira.owner(tills.list);
  await other.owner(tills.remove, { params: { id: first?.id ?? '' } });
  expect(await mira.owner(tills.list)).toHaveLength(10);
  expect(await other.owner(tills.list)).toEqual([]);
  expect(await refusal(ana(tills.add, { body: { name: 'A' } }))).toBe('403 redeem.noSalon');
});

const refusalOr = (call: Promise<unknown>) =>
  call.then(
    () => 'added',
    () => refusal(call),
  );
