// The limit of the platform: Fastify and pg, a session look-up by key, one prepared statement, the same bytes out.
// No access rule, no audit, no mapping. Not a portal: what ours is measured against.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

// A file: the answers are larger than an environment variable may be.
const { DATABASE_URL, PORT, ENDPOINTS_FILE } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = Fastify({ logger: false });
const SESSION = 'SELECT user_id FROM sessions WHERE id = $1';

for (const [i, { sql, values, session, body }] of JSON.parse(
  readFileSync(ENDPOINTS_FILE, 'utf8'),
).entries()) {
  app.get(`/${i}`, async (_request, reply) => {
    await pool.query({ name: 'session', text: SESSION, values: [session] });
    if (sql) await pool.query({ name: `endpoint-${i}`, text: sql, values });
    return reply.type('application/json').send(body);
  });
}
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
