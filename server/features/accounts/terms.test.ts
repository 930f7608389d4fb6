import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { users } from '#db/schema/people.ts';
import { startShop } from '#test/client.ts';

const shop = await startShop();

async function acceptedBy(email: string, acceptsTerms?: boolean) {
  const { user } = await shop.guest()(accounts.register, {
    body: { email, passwordHash: 'një gotë me ujë', acceptsTerms },
  });
  const [row] = await shop.db.select().from(users).where(eq(users.id, user.id));
  return row;
}

test('who accepts the terms accepts those of their day, and who was not asked accepts none', async () => {
  const asked = await acceptedBy('pranoi@example.al', true);
  expect([asked?.termsVersion, asked?.termsAcceptedAt]).toEqual(['2025-01-14', expect.any(Date)]);
  const notAsked = await acceptedBy('pa-pyetur@example.al');
  expect([notAsked?.termsVersion, notAsked?.termsAcceptedAt]).toEqual([null, null]);
});
