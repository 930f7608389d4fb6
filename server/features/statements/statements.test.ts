import { inflateSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { redeem } from '#core/contract/redeem.ts';
import { salons } from '#core/contract/salons.ts';
import { settlements } from '#core/contract/settlements.ts';
import { statementFiles } from '#core/contract/statement-files.ts';
import { vouchers } from '#db/schema/vouchers.ts';
import { startDealerShop } from '#test/dealers.ts';
import { paidUnits } from '#test/ledger-histories.ts';
import { refusal } from '#test/refusal.ts';
import { newSalon } from '#test/salons.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startDealerShop();
const { db, pool } = shop;
const params = { month: '2026-01' };

/** A salon of which so many units for 1,200.50 lek were paid by card and redeemed in January. */
async function settledSalon(name: string, count: number) {
  const salon = await newSalon(shop, name);
  const dealId = await newDeal(db, salon.deal);
  const { orderId } = await paidUnits(db, { salonId: salon.salonId, dealId, price: 120_050, units: count });
  for (const { code } of await db.select().from(vouchers).where(eq(vouchers.orderId, orderId)))
    await salon.owner(redeem.redeem, { body: { code, nonce: v7() } });
  await pool.query('alter table ledger_entries disable trigger user');
  await pool.query(`update ledger_entries set created_at = '2026-01-20T10:00Z' where salon_id = $1`, [salon.salonId]);
  await pool.query('alter table ledger_entries enable trigger user');
  await pool.query(`select close_statements($1, true, '2026-02')`, [salon.salonId]);
  return salon;
}

/** Text as readers find it: in the built-in fonts as it is coded, as UTF-16 where it stands for outlines. */
async function textOf(file: Blob): Promise<string> {
  const bytes = Buffer.from(await file.arrayBuffer());
  let raw = bytes.toString('latin1');
  for (const { 0: begin, index } of raw.matchAll(/stream\r?\n/g)) {
    try {
      raw += inflateSync(bytes.subarray(index + begin.length), { finishFlush: 2 }).toString('latin1');
    } catch {
      // The end of a stream.
    }
  }
  const shown = [...raw.matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g)].map(([, parts = '']) =>
    [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
  );
  return `${raw}\n${shown.join('\n')}`;
}

test('statement of a month is a tagged PDF with text, in the language of the request, over several pages', async () => {
  const mira = await settledSalon('Salloni Çelës & Bashkë', 40);
  const pdf = async (lang: string) => {
    const url = `/api/desk/statements/2026-01.pdf?lang=${lang}`;
    const { rawPayload, headers } = await mira.owner.send({ method: 'GET', url });
    expect(headers['content-type']).toBe('application/pdf');
    return textOf(new Blob([Uint8Array.from(rawPayload)]));
  };
  const albanian = await pdf('sq');
  expect(albanian).toMatch(/Lang \(sq\)[\s\S]*StructTreeRoot|StructTreeRoot[\s\S]*Lang \(sq\)/);
  for (const text of ['Pasqyra e muajit janar 2026', 'Salloni Çelës & Bashkë', '48 020 lekë', '1 200,50', 'Masazh'])
    expect(albanian).toContain(text);
  expect(albanian.match(/^Masazh$/gm)).toHaveLength(40);
  expect(albanian.match(/\/Type \/Page\n/g)?.length).toBe(2);
  expect(await pdf('en')).toContain('Statement of January 2026');
});

test('statement of a salon with a name in other letters has it as outlines with the text for readers', async () => {
  const salon = await settledSalon('Салон Ω', 1);
  const text = await textOf(await salon.owner(statementFiles.pdf, { params }));
  const coded = [...'Салон Ω'].map((sign) => String.fromCharCode(sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 255));
  expect(text).toContain(`/ActualText (\u00fe\u00ff${coded.join('')})`);
  const poster = await textOf(await salon.owner(salons.poster));
  expect(poster).toContain('salon/');
  expect(poster).toContain('/ActualText');
});

test('statement as CSV adds up to the screen, and is refused to others', async () => {
  const mira = await settledSalon('Mira', 2);
  const text = await (await mira.owner(statementFiles.csv, { params })).text();
  const [header, ...rows] = text.trimEnd().split('\r\n');
  expect(header).toContain('Data;Lloji;Përshkrimi;Kuponi ose referenca;Shuma (lekë)');
  const { sum } = await mira.owner(settlements.get, { params });
  expect(rows.reduce((all, row) => all + Number(row.split(';')[4]), 0)).toBe(sum);
  expect(rows[0]).toMatch(/^2026-01-20;Pagesë me kartë;Masazh;\w{4};1200\.5$/);
  const buyer = await shop.as({ email: 'buyer@example.al' });
  for (const endpoint of [statementFiles.pdf, statementFiles.csv]) {
    expect(await refusal(shop.guest()(endpoint, { params }))).toBe('401 access.notAuthenticated');
    expect(await refusal(buyer(endpoint, { params }))).toBe('403 desk.none');
    expect(await refusal(mira.owner(endpoint, { params: { month: '2025-12' } }))).toBe('404 settlements.notFound');
    expect(await refusal(mira.owner(endpoint, { params: { month: '2025-13' } }))).toBe('404 route.absent');
  }
});
