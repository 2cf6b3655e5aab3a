import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scanRoutes } from '../../server/platform/access/route-scan.js';
import { Admission } from '../../server/platform/http/admission.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** The same address can be written in many ways: %61 is a. Rules and limits apply to the route, not to the letters. */
let portal: TestPortal;
let people: Record<'patient' | 'provider' | 'system_admin', Person>;

beforeAll(async () => {
  portal = await startPortal('demo', { RATE_LIMITS: 'strict' });
  people = {
    patient: await portal.signIn('patient@demo.test'),
    provider: await portal.signIn('provider@demo.test'),
    system_admin: await portal.signIn('orgadmin@demo.test'),
  };
});
afterAll(() => portal.close());

const encoded = (path: string): string =>
  path.replace(/[aeiou]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
const ID = '11111111-1111-4111-8111-111111111111';
const closed = () =>
  scanRoutes(portal.app)
    .filter(({ access }) => access !== 'public')
    .map(({ route, access }) => {
      const [method = '', path = ''] = route.split(' ');
      return { route, access, method, path: encoded(path.replace(/:\w+/g, ID).replace('*', 'nothing')) };
    });

describe('an address written with codes', () => {
  it('is closed to strangers and to other roles, on every route', async () => {
    const open: string[] = [];
    for (const { route, access, method, path } of closed()) {
      const body = method === 'GET' ? undefined : {};
      const { status } = await portal.anonymous().request(method, path, body);
      if (status !== 401) open.push(`${route} signed out: ${status}`);
      for (const [role, person] of Object.entries(people)) {
        if (access === 'any role' || access.split(' ').includes(role)) continue;
        const refused = await person.request(method, path, body);
        if (refused.status !== 403) open.push(`${route} ${role}: ${refused.status}`);
      }
    }
    expect(open).toEqual([]);
  }, 60_000);

  it('reaches the route that it means: the refusals above are not those of an unknown address', async () => {
    const { provider } = people;
    const [plain, written] = [
      await provider.get('/api/trt/cases'),
      await provider.get(encoded('/api/trt/cases')),
    ];
    expect([written.status, written.body.total]).toEqual([200, plain.body.total]);
  });

  it('counts as the same sign-in', async () => {
    const guesser = portal.anonymous();
    const guess = (path: string) => guesser.post(path, { email: 'no.one@demo.test', password: 'wrong' });
    const said = [];
    for (let i = 0; i < 6; i++) said.push((await guess(i % 2 ? '/auth/login' : '/%61uth/l%6fgin')).status);
    expect(said).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('takes a place among the calls in flight', async () => {
    const { inFlight } = portal.app.get(Admission) as unknown as { inFlight: Record<'work', number> };
    inFlight.work += 100;
    const { provider } = people;
    for (const path of ['/api/trt/cases', encoded('/api/trt/cases')])
      expect([path, (await provider.get(path)).status]).toEqual([path, 503]);
    inFlight.work -= 100;
  });

  it('has the limits and media types of its route', async () => {
    const csv = { 'content-type': 'text/csv' };
    const large = 'x\n'.repeat(200_000);
    const at = async (path: string) => (await people.provider.raw(encoded(path), large, csv)).status;
    expect([await at('/api/messages'), await at('/api/labs/import')]).toEqual([415, 422]);
    const json = JSON.stringify({ body: 'x'.repeat(100_000) });
    expect((await people.patient.raw(encoded('/api/messages'), json)).status).toBe(413);
  });
});
