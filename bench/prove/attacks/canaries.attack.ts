import { setTimeout as wait } from 'node:timers/promises';
import type { StartedShop } from '../started-shop.ts';
import { type Answer, ask, counted } from '../traffic.ts';
import { type Attack, must } from './attack.ts';

const ROUNDS = 20;
const LABEL = `session_${Date.now()}_${'c'.repeat(32)}`;
const PASSWORD = 'canary qe kendon';
const headers = { 'content-type': 'application/json' };

export const attack: Attack = {
  promise: 'no line of any log holds a password, hash, e-mail, cookie or session label',
  env: { LOG_LEVEL: 'trace', ACCESS_LOG: 'on', SLOW_STATEMENT_MS: '1', RATE_LIMIT_SCALE: '1000' },
  async run(shop) {
    const { pool } = shop;
    const cookies = new Set<string>();
    const statuses: number[] = [];
    const note = (answers: Answer[]) => {
      for (const answer of answers) {
        statuses.push(answer.status);
        for (const cookie of answer.headers['set-cookie'] ?? []) {
          const [, value = ''] = /=([^;]*)/.exec(cookie) ?? [];
          for (const part of value.split('.')) if (part.length > 8) cookies.add(part);
        }
      }
    };
    const cookie = () => `bukuri=${'A'.repeat(42)}B; bukuri-browser=${'K'.repeat(22)}`;
    for (let round = 0; round < ROUNDS; round++) note(await everything(shop, { round, cookie: cookie() }));
    // What fails inside: a column that is gone, connections that are cut, a table that is locked for too long.
    await pool.query('alter table users rename column can_post_deals to away');
    note(await everything(shop, { round: ROUNDS, cookie: cookie() }));
    await pool.query('alter table users rename column away to can_post_deals');
    const cut = pool.query(
      `select pg_sleep(0.05), pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    note(await everything(shop, { round: ROUNDS + 1, cookie: cookie() }));
    await cut;
    const holder = await pool.connect();
    await holder.query('begin; lock users, carts, favorites in access exclusive mode');
    note(await everything(shop, { round: ROUNDS + 2, cookie: cookie() }));
    await holder.query('rollback');
    holder.release();
    await wait(1_000);
    const { rows } = await pool.query<{ hash: string }>(
      "select password_hash as hash from users where email like 'canary%'",
    );
    const canaries = ['canary', LABEL, 'c'.repeat(32), 'A'.repeat(42), 'K'.repeat(22), '$argon2', ...cookies];
    canaries.push(...rows.map(({ hash }) => hash));
    const logs = { node: shop.output(), PostgreSQL: shop.databaseLog() };
    for (const [whose, log] of Object.entries(logs)) {
      const line = log.split('\n').find((each) => canaries.some((canary) => each.includes(canary)));
      must(line === undefined, `the log of ${whose} says: ${line}`);
    }
    const lines = Object.entries(logs).map(([whose, log]) => `${log.split('\n').length} of ${whose}`);
    return `${canaries.length} canaries in none of the lines (${lines.join(', ')}) about ${counted(statuses)}`;
  },
};

/** Each call that carries something secret, as it should be and wrongly. */
function everything({ origin }: StartedShop, { round, cookie }: { round: number; cookie: string }): Promise<Answer[]> {
  const email = `canary${round}@bukuri.example`;
  const post = (path: string, body: object, more = {}) =>
    ask(origin + path, { body, headers: { ...headers, ...more } });
  const register = { email, username: email, passwordHash: PASSWORD };
  return Promise.all([
    post('/api/auth/register', register),
    post('/api/auth/register', { ...register, role: 'admin' }),
    post('/api/auth/register', { ...register, email: 'canary', passwordHash: 'canary' }),
    post('/api/auth/login', { username: email, password: PASSWORD }),
    post('/api/auth/login', { username: email, password: 'canary canary' }),
    // Reads like a place in the code.
    post('/api/auth/login', { username: 'canary\n    at canary (/canary.ts:1:1)', password: PASSWORD }),
    post('/api/cart', { dealId: '019a1b2c-0000-7000-8000-000000000001', sessionId: LABEL }, { cookie }),
    post('/api/cash-payment', { sessionId: LABEL }, { cookie, origin: 'https://canary.example' }),
    post('/api/favorites', { dealId: '019a1b2c-0000-7000-8000-000000000001', sessionId: LABEL }, { cookie }),
    ask(`${origin}/api/cart/${LABEL}`, { headers: { cookie } }),
    ask(`${origin}/api/cart/clear/${LABEL}`, { method: 'DELETE', headers: { cookie } }),
    ask(`${origin}/api/favorites/${LABEL}?cursor=canary`, { headers: { cookie } }),
    ask(`${origin}/canary?search=canary`, { headers: { cookie, referer: `${origin}/canary` } }),
    ask(`${origin}/api/deals?search=canary`, { headers: { cookie } }),
  ]);
}
