/** People who walk the journeys, made over the shop's own calls. */
import { randomBytes } from 'node:crypto';
import { expect, type Page, request } from '@playwright/test';
import { arta } from '#db/world.ts';
import { linkMailedTo } from './mailbox.ts';

export interface Shopper {
  email: string;
  password: string;
  /** Puts a deal into this person's cart without a screen. */
  add(dealId: string, quantity?: number): Promise<void>;
  /** Orders what is in this person's cart without a screen. */
  order(): Promise<void>;
  /** Keeps a deal for this person without a screen. */
  save(dealId: string): Promise<void>;
  /** Confirms this person's e-mail by the link that they were mailed, without a screen. */
  confirmEmail(): Promise<void>;
  /** Lets this person post three deals, as an administrator. */
  becomeDealer(): Promise<void>;
}

/** Credentials nobody else has. */
export function stranger(): { email: string; password: string } {
  return {
    email: `${randomBytes(8).toString('hex')}@example.al`,
    password: `fshehtesia-${randomBytes(4).toString('hex')}`,
  };
}

/** Creates an account on this phone, which is then signed in. */
export async function shopperOf(page: Page, shop: string): Promise<Shopper> {
  const who = stranger();
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(shop + path, { data });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
  };
  await send('/api/auth/register', { email: who.email, passwordHash: who.password, acceptsTerms: true });
  return {
    ...who,
    add: (dealId, quantity = 1) => send('/api/cart', { dealId, quantity, sessionId: 'session_journey' }),
    order: () => send('/api/cash-payment', { sessionId: 'session_journey' }),
    save: (dealId) => send('/api/favorites', { dealId, sessionId: 'session_journey' }),
    confirmEmail: async () => {
      const link = await linkMailedTo(page, { email: who.email, subject: 'Konfirmoni emailin tuaj' });
      const [, token = ''] = link.split('token=');
      const answer = await page.request.post(`${shop}/api/auth/verify`, { form: { token } });
      expect(answer.status(), await answer.text()).toBeLessThan(400);
    },
    becomeDealer: async () => {
      const { user } = await (await page.request.get(`${shop}/api/auth/me`)).json();
      const admin = await request.newContext({ baseURL: shop });
      await admin.post('/api/auth/login', { data: { username: arta.email, password: arta.password } });
      await admin.patch(`/api/admin/users/${user.id}/permissions`, { data: { canPostDeals: true } });
      const gift = await admin.post('/api/admin/membership/override', { data: { userId: user.id, planId: 'entry' } });
      expect(gift.status(), await gift.text()).toBeLessThan(300);
      await admin.dispose();
    },
  };
}

/** Signs somebody in on this phone, whoever was before. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { username: email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}
