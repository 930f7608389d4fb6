import { ask } from '../traffic.ts';
import { type Attack, BEHIND_PROXY, from, must } from './attack.ts';

const GUESTS = 60;
const LIKERS = 100;

export const attack: Attack = {
  promise: 'who knows the session id of a guest neither deletes nor adopts what they saved, and likes count once',
  env: { ...BEHIND_PROXY, RATE_LIMIT_SCALE: '1000' },
  async run({ origin, pool }) {
    const { rows } = await pool.query<{ id: string }>(
      'select id from deals where deal_is_public(deals) order by id limit 2',
    );
    const [dealId, liked] = rows.map(({ id }) => id);
    const save = (deal: string | undefined, n: number, address: string) =>
      ask(`${origin}/api/favorites`, { body: { dealId: deal, sessionId: label(n) }, headers: from(address) });
    const rowsOf = async () =>
      (await pool.query('select user_id, session_id from favorites where deal_id = $1', [dealId])).rows;
    for (let n = 0; n < GUESTS; n++) must((await save(dealId, n, `203.0.113.${n}`)).status === 200, 'saving failed');
    const before = await rowsOf();
    let tried = 0;
    for (let n = 0; n < GUESTS; n++) {
      const cookie = `bukuri-browser=${String(n).padStart(22, 'z')}`;
      for (const forged of [{}, { cookie }, { cookie, 'x-session-id': label(n) }]) {
        const headers = { ...from('198.51.100.1'), ...forged };
        await ask(`${origin}/api/favorites/${dealId}/${label(n)}`, { method: 'DELETE', headers });
        tried += 1;
      }
      if (n % 10) continue;
      const body = { email: `thief${n}@bukuri.example`, passwordHash: 'nje fjalekalim i gjate', sessionId: label(n) };
      for (const headers of [from('198.51.100.2'), { ...from('198.51.100.2'), cookie, 'x-session-id': label(n) }])
        await ask(`${origin}/api/auth/register`, { body, headers });
      tried += 2;
    }
    const after = await rowsOf();
    must(after.length === before.length && after.every((row) => row.user_id === null), 'rows of guests were taken');
    const likes = async () =>
      (await pool.query('select likes from deal_counters where deal_id = $1', [liked])).rows[0]?.likes ?? 0;
    const likesBefore = await likes();
    for (let n = 0; n < LIKERS; n++) await save(liked, n, `203.0.113.${n % 3}`);
    const risen = (await likes()) - likesBefore;
    must(risen === 3, `${LIKERS} browsers of 3 addresses made ${risen} likes`);
    return `${tried} tries at ${after.length} guests took nothing; ${LIKERS} browsers of 3 addresses made ${risen} likes`;
  },
};

const label = (n: number) => `session_${1_700_000_000_000 + n}_${String(n).padStart(32, 'a')}`;
