/** A day on which the shop is filled, each call is made and each job runs. */
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Caller, payloadOf, urlOf } from '#core/contract/call.ts';
import { sorts } from '#core/contract/deals.ts';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { contract } from '#core/contract/index.ts';
import { arta, demoId } from '#db/world.ts';
import { createApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { makeLink } from '#server/features/accounts/mailed-links.store.ts';
import { jobs } from '#server/jobs.ts';
import type { Db } from '#server/kit/db/db.ts';
import { seedDemo } from '#server/seed.ts';
import { takingCards } from '#test/card-buyers.ts';
import { type PaperCards, paperCards } from '#test/paper-cards.ts';
import { onPaper, paperIdentities } from '#test/paper-identities.ts';
import { plainSample, type Sample } from '#test/samples.ts';
import { codeOf } from '#test/second-factors.ts';

const FORM = 'application/x-www-form-urlencoded';

interface Browser {
  call: Caller;
  /** The calls it made. */
  made: Set<Endpoint>;
}

function browserOf(app: FastifyInstance): Browser {
  const made = new Set<Endpoint>();
  const cookies = new Map<string, string>();
  const call = async (row: Endpoint, input: Pick<Sample, 'body' | 'headers'> = {}) => {
    const { body, headers } = payloadOf(row, input.body);
    const isForm = body instanceof URLSearchParams;
    const response = await app.inject({
      method: row.method,
      url: urlOf(row, input as never),
      cookies: Object.fromEntries(cookies),
      headers: { ...headers, ...(isForm && { 'content-type': FORM }), ...input.headers },
      ...(isForm && { payload: String(body) }),
      ...(typeof body === 'string' ? { payload: body } : body instanceof Uint8Array && { payload: Buffer.from(body) }),
    });
    if (response.statusCode >= 300) throw new Error(`${row.method} ${row.path} answered ${response.body}`);
    for (const { name, value } of response.cookies) cookies.set(name, value);
    made.add(row);
    return response.json();
  };
  return { call: call as Caller, made };
}

/** What people do in a shop. */
async function shop({ call }: Browser, { cards, db }: { cards: PaperCards; db: Db }): Promise<void> {
  const { accounts, cart, categories, deals, favorites, identities, orders, payments, searches } = contract;
  const sessionId = 'session_yesterday';
  const [dealId, otherId] = [demoId('deal', 'd01'), demoId('deal', 'd02')];
  await call(categories.list);
  for (const sort of sorts) await call(deals.list, { query: { sort, near: '41.33,19.82' } });
  await call(deals.list, { query: { search: 'masazh', category: 'massage', city: 'all' } });
  await call(deals.hints, { query: { search: 'masazh korçë' } });
  await call(searches.count, { body: { search: 'masazh' } });
  await call(searches.popular);
  await call(deals.nextCity);
  await call(deals.featured);
  await call(deals.get, { params: { id: dealId } });
  await call(deals.related, { params: { id: dealId } });
  await call(favorites.add, { body: { dealId, sessionId } });
  const email = 'dje@bukuri.example';
  await call(accounts.register, { body: { email, passwordHash: 'një fjalëkalim i gjatë' } });
  await call(accounts.me);
  await call(favorites.list, { params: { sessionId } });
  await call(favorites.remove, { params: { dealId, sessionId } });
  const line = await call(cart.add, { body: { dealId, sessionId, key: crypto.randomUUID() } });
  await call(cart.add, { body: { dealId, sessionId } });
  await call(cart.update, { params: { itemId: line.id }, body: { quantity: 3 } });
  await call(cart.remove, { params: { itemId: line.id } });
  await call(cart.clear, { params: { sessionId } });
  await call(cart.add, { body: { dealId: otherId, sessionId } });
  await call(cart.list, { params: { sessionId } });
  const order = await call(orders.cash, { body: { sessionId } });
  await call(orders.mine);
  await call(orders.one, { params: { id: order.id } });
  await call(orders.cancel, { params: { id: order.id } });
  await call(cart.add, { body: { dealId, sessionId } });
  const { paymentIntentId } = await call(payments.intent, { body: { sessionId } });
  cards.pay(paymentIntentId);
  await call(payments.checkout, { body: { sessionId, paymentIntentId } });
  cards.giveBack(paymentIntentId, 100);
  cards.giveBack(paymentIntentId, 50);
  cards.bounce(paymentIntentId);
  cards.dispute(paymentIntentId, 'open');
  const { user } = await call(accounts.me);
  await call(accounts.verifyRequest);
  await call(accounts.logout);
  await call(accounts.resetRequest, { body: { email } });
  const link = { userId: user.id, email };
  const { token } = await makeLink(db, { ...link, purpose: 'verify' });
  await call(accounts.verify, { body: { token, password: 'një fjalëkalim i gjatë' } });
  const reset = await makeLink(db, { ...link, purpose: 'reset' });
  await call(accounts.reset, { body: { token: reset.token, password: 'një fjalëkalim tjetër' } });
  const { nonce } = await call(identities.nonce);
  for (const subject of ['google', 'apple'] as const)
    await call(identities[subject], {
      body: { credential: onPaper({ subject, email: `${subject}@bukuri.example`, nonce }) },
    });
  await call(accounts.login, { body: { username: email, password: 'një fjalëkalim tjetër' } });
  const leaver = { email: 'iku@bukuri.example', passwordHash: 'një fjalëkalim i gjatë' };
  await call(accounts.register, { body: leaver });
  await call(contract.privacy.close, { body: { password: leaver.passwordHash } });
}

/** Somebody signs in with another browser than that in which they made their account. */
async function comeFromElsewhere(...[first, second]: Browser[]): Promise<void> {
  const { register, login } = contract.accounts;
  const [username, password] = ['dikush@example.al', 'një fjalëkalim i gjatë'];
  await first?.call(register, { body: { email: username, passwordHash: password } });
  await second?.call(login, { body: { username, password } });
}

/** Somebody comes with Google, then with Apple. */
async function comeWithOthers(call: Caller): Promise<void> {
  const { nonce: asked, google, apple } = contract.identities;
  const { nonce } = await call(asked);
  const credential = onPaper({ subject: 'dje', email: 'dje@gmail.com', nonce });
  for (const row of [google, apple]) await call(row, { body: { credential } });
}

/** The administrator sees to the account: codes of an app, an account elsewhere, another password, sessions. */
async function seeToAccount(call: Caller): Promise<void> {
  const { begin, confirm, renew, end } = contract.secondFactors;
  const { secret } = await call(begin, { body: { password: arta.password } });
  const first = await call(confirm, { body: { code: codeOf(secret) } });
  const { recoveryCodes } = await call(renew, { body: { code: first.recoveryCodes[0] ?? '' } });
  await call(end, { body: { code: recoveryCodes[0] ?? '' } });
  const { nonce: asked, link, unlink } = contract.identities;
  const its = { provider: 'google', password: arta.password } as const;
  const { nonce } = await call(asked);
  await call(link, { body: { ...its, credential: onPaper({ subject: 'arta', email: 'arta@gmail.com', nonce }) } });
  await call(unlink, { body: its });
  await call(contract.accounts.changePassword, { body: { current: arta.password, password: 'një fjalëkalim tjetër' } });
  await call(contract.sessions.end, { params: { id: crypto.randomUUID() } });
}

/** Each call that nobody made: an administrator makes it in the plainest way, about a deal, or what its noun answered last. */
async function theRest({ call, made }: Browser, cards: PaperCards): Promise<void> {
  await comeWithOthers(call);
  await call(contract.accounts.login, { body: { username: arta.email, password: arta.password } });
  await seeToAccount(call);
  const { body, signature } = cards.event('pi_paper1');
  const signed = { bytes: body, headers: { 'stripe-signature': signature } };
  const known = { dealId: demoId('deal', 'd01'), sessionId: 'session_yesterday', ...signed };
  for (const calls of Object.values(contract)) {
    let id: string = known.dealId;
    for (const row of Object.values<Endpoint>(calls).filter((one) => !made.has(one))) {
      const answer: unknown = await call(row, plainSample(row, { ...known, id }) as never);
      id = ([answer].flat().at(-1) as { id?: string } | undefined)?.id ?? id;
    }
  }
}

export async function spendDay(its: Deps): Promise<void> {
  await seedDemo(its.db);
  const cards = paperCards();
  const { config, parts } = takingCards(cards);
  const deps = { ...its, ...parts, identities: paperIdentities(), config: { ...its.config, ...config } };
  const app = await createApp(deps);
  const browser = browserOf(app);
  await shop(browser, { cards, db: deps.db });
  await comeFromElsewhere(browserOf(app), browserOf(app));
  await theRest(browser, cards);
  await Promise.all([deps.views.flush(), deps.limiter.flush()]);
  await workOff(deps);
  const added = await workOff(deps);
  for (const { name, cron, perform } of jobs) {
    if (cron) await perform(deps, {});
    else if (!added.has(name)) throw new Error(`nobody added ${name}`);
  }
  await app.close();
}

/** Does each job that somebody added, again where that was done before, and answers their names. What they add is left. */
async function workOff(deps: Deps): Promise<Set<string>> {
  const { rows } = await deps.db.execute<{ name: string; payload: unknown }>(sql`
    select t.identifier as name, payload
    from graphile_worker._private_jobs join graphile_worker._private_tasks t on t.id = task_id order by 1`);
  for (const { name, payload } of rows) await jobs.find((job) => job.name === name)?.perform(deps, payload);
  return new Set(rows.map(({ name }) => name));
}
