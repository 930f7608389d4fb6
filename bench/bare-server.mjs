// The least that a server with Fastify and pg does before it answers.
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const [{ default: fastify }, { default: pg }] = await Promise.all([import('fastify'), import('pg')]);
process.on('SIGTERM', () => process.exit());
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const app = fastify();
app.get('/', async () => (await pool.query('select 1 as one')).rows);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
