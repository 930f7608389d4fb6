/** Settlement of card takings with salons in the admin panel. */
import { v7 } from 'uuid';
import { arta } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { inDatabase } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { overflows } from './shop/overflow.ts';
import { signIn } from './shop/shopper.ts';

/** A salon of that owner whose last statement is not paid yet. */
async function unpaidSalon(ownerEmail: string, name: string): Promise<string> {
  const id = v7();
  await inDatabase(
    `insert into salons (id, slug, owner_id, name, address, city)
     select $1::uuid, $1::text, id, $3, '', 'tirana' from users where email = $2`,
    [id, ownerEmail, name],
  );
  await inDatabase(
    `insert into ledger_entries (salon_id, kind, amount, reference, is_test, created_at)
     values ($1, 'correction', 12345.5, 'provë', true, now() - interval '40 days')`,
    [id],
  );
  await inDatabase(`select close_statements($1, true, to_char(now(), 'YYYY-MM'))`, [id]);
  await inDatabase(
    `insert into salon_bank_accounts (salon_id, owner_id, iban, holder)
     select id, owner_id, 'AL47212110090000000235698741', 'Mira Hoxha' from salons where id = $1`,
    [id],
  );
  return id;
}

for (const [width, language] of [
  [390, 'sq'],
  [1280, 'en'],
] as const) {
  const isAlbanian = language === 'sq';
  const words = isAlbanian
    ? { pay: 'Shëno si të paguar', iban: 'Shfaq IBAN-in e plotë', paid: 'E paguar', undo: 'Zhbëje pagesën' }
    : { pay: 'Mark as paid', iban: 'Show the whole IBAN', paid: 'Paid', undo: 'Undo the payment' };
  const reference = isAlbanian ? 'Referenca e transfertës bankare' : 'Reference of the bank transfer';

  test.describe(`at ${width} px in ${language}`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('administrator settles the month of a salon, and takes it back', async ({ page, open, shopper, watch }) => {
      watch.expect(/403/);
      const name = `Salloni ${shopper.email.slice(0, 10)}`;
      const id = await unpaidSalon(shopper.email, name);
      await signIn(page, arta);
      await open(`/admin?tab=money&part=settlements&filter=toPay&q=${id}&lang=${language}`);
      const row = page.getByRole('article').filter({ hasText: name });
      await expect(row.getByText('… 8741')).toBeVisible();
      await row.getByRole('button', { name: words.iban }).click();
      await expect(row.getByText('AL47 2121 1009 0000 0002 3569 8741')).toBeVisible();
      expect(await axeViolations(page, { ofColour: true })).toEqual([]);
      expect(await overflows(page, width)).toEqual([]);

      await row.getByRole('button', { name: words.pay }).click();
      const dialog = page.getByRole('dialog');
      const password = dialog.locator('[name=password]');
      await expect(dialog.getByText(/12.345[.,]50/)).toBeVisible();
      await dialog.getByLabel(reference).fill('FT26305001');
      await password.fill('gabim');
      await dialog.getByRole('button', { name: words.pay }).click();
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await password.fill(arta.password);
      await dialog.getByRole('button', { name: words.pay }).click();
      await expect(dialog).toHaveCount(0);

      await open(`/admin?tab=money&part=settlements&q=${id}&lang=${language}`);
      await expect(row.getByText(words.paid, { exact: true })).toBeVisible();
      await expect(row.getByText('FT26305001')).toBeVisible();
      await row.getByRole('button', { name: words.undo }).click();
      await expect(row.getByRole('button', { name: words.pay })).toBeVisible();
      await open(`/admin?tab=audit&q=${id}`);
      await expect(page.getByRole('article').filter({ hasText: name })).toHaveCount(3);
    });
  });
}
