import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import pg from 'pg';
import type { Response } from 'supertest';
import { AuditChain } from '../../server/audit/audit-chain.js';
import { migrate } from '../../server/schema/migrate.js';
import { Public } from '../../server/platform/access/decorators.js';
import { scanRoutes } from '../../server/platform/access/route-scan.js';
import { errorCode } from '../support/error-code.js';
import { addLab, answers, detail, form, save, submitted } from '../support/care.js';
import { expectListed } from '../support/listed.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

describe('routes', () => {
  it('are exactly those of the committed list, each with its roles', () => {
    const found = scanRoutes(portal.app).map(({ route, access }) => `${route.padEnd(52)} ${access}`);
    expectListed(found, 'test/security/routes.txt');
  });

  it('stop startup without an access rule', async () => {
    @Controller('open')
    class OpenController {
      @Public()
      @Get('fine')
      fine(): string {
        return 'fine';
      }

      @Get('forgotten')
      forgotten(): string {
        return 'anyone could read this';
      }
    }
    @Module({ imports: [DiscoveryModule], controllers: [OpenController] })
    class OpenModule {}
    const app = await NestFactory.createApplicationContext(OpenModule, { logger: false });
    expect(() => scanRoutes(app)).toThrow(
      'Route without an access rule: GET /open/forgotten (OpenController.forgotten)',
    );
    await app.close();
  });

  const guarded = () => scanRoutes(portal.app).filter((r) => r.access !== 'public');
  const call = (route: string, who: Person): Promise<Response> => {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replace(/:id/g, '11111111-1111-4111-8111-111111111111').replace(':form', 'intake');
    return who.request(method, address, method === 'GET' ? undefined : {});
  };

  it('return 401 without a session', async () => {
    for (const { route } of guarded()) {
      const response = await call(route, portal.anonymous());
      expect([route, response.status, errorCode(response)]).toEqual([route, 401, 'not_authenticated']);
    }
  });

  it('return 403 to a role that is not listed, and record the denial', async () => {
    const people = {
      patient: await portal.signIn('new@demo.test'),
      provider: await portal.signIn('provider@demo.test'),
    };
    let denied = 0;
    for (const { route, access } of guarded()) {
      for (const [role, person] of Object.entries(people)) {
        if (access === 'any role' || access.split(' ').includes(role)) continue;
        const response = await call(route, person);
        expect([route, role, response.status, errorCode(response)]).toEqual([route, role, 403, 'forbidden']);
        denied++;
      }
    }
    const rows = await portal.database.asSuperuser(
      `SELECT 1 FROM audit_events WHERE action = 'access.deny' AND outcome = 'denied'`,
    );
    expect(denied).toBeGreaterThan(5);
    expect(rows).toHaveLength(denied);
  });
});

describe('the audit', () => {
  const actionsOf = async (patientId: string) => {
    const rows = await portal.database.asSuperuser<{ action: string; actor_role: string }>(
      `SELECT action, actor_role FROM audit_events WHERE patient_id = $1 ORDER BY seq`,
      [patientId],
    );
    return rows.map((r) => `${r.action} ${r.actor_role}`);
  };

  it('has a row for each write and each opened record', async () => {
    const treated = await submitted(portal);
    await form(treated.patient);
    await addLab(treated, 3, { tt_ng_dl: 300 });
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, diagnosis: 'E29.1' });
    await treated.provider.get(`/api/trt/cases/${treated.caseId}/forms/intake.json`);
    expect(await actionsOf(treated.patientId)).toEqual([
      'user.sign_up null',
      'intake.read patient',
      'intake.submit patient',
      'case.open patient',
      'intake.read patient',
      'lab.create provider',
      'case.read provider',
      'case.update provider',
      'case.read provider',
      'document.read provider',
    ]);
  });

  it('contains no patient answers', async () => {
    const patient = await portal.signUp();
    await save(
      patient,
      { ...answers(patient.email), full_name: 'Canary Quill', other_symptoms: 'canary-777' },
      { submit: true },
    );
    const rows = await portal.database.asSuperuser(`SELECT audit_events::text AS row FROM audit_events`);
    expect(JSON.stringify(rows)).not.toMatch(/canary/i);
  });

  it('is written with the action or not at all, and a failure reveals no internals', async () => {
    const patient = await portal.signUp();
    await portal.database.asSuperuser(
      `CREATE FUNCTION fail_case() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'injected'; END $$;
       CREATE TRIGGER fail_case BEFORE INSERT ON rule_evaluations FOR EACH ROW EXECUTE FUNCTION fail_case()`,
    );
    const response = await save(patient, answers(patient.email), { submit: true });
    await portal.database.asSuperuser(
      `DROP TRIGGER fail_case ON rule_evaluations; DROP FUNCTION fail_case()`,
    );
    expect([response.status, response.body.message]).toEqual([
      500,
      'Something went wrong on our side. Please try again.',
    ]);
    expect(JSON.stringify(response.body)).not.toMatch(/injected|select|insert/i);
    expect((await form(patient)).status).toBe('none');
    const rows = await portal.database.asSuperuser(
      `SELECT action FROM audit_events WHERE actor_id = $1 AND action = 'intake.submit'`,
      [patient.me!.user.id],
    );
    expect(rows).toEqual([]);
  });

  it('cannot be changed by the application', async () => {
    const client = new pg.Client({ connectionString: portal.database.url, options: '-c role=trt_app' });
    await client.connect();
    for (const sql of [
      `UPDATE audit_events SET outcome = 'success'`,
      'DELETE FROM audit_events',
      'TRUNCATE audit_events',
      'DELETE FROM audit_chain',
      'DELETE FROM audit_head',
      'TRUNCATE audit_head',
    ]) {
      await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
    await client.end();
  });

  it("cannot be reached by the portal's own database user, which cannot become the owner of anything", async () => {
    const client = new pg.Client({ connectionString: portal.database.loginUrl });
    await client.connect();
    for (const sql of [
      'SET ROLE trt_owner',
      'SET SESSION AUTHORIZATION trt_owner',
      'ALTER TABLE audit_events DISABLE TRIGGER USER',
      'DROP TABLE audit_chain',
      'CREATE TABLE mine (id int)',
      `RESET ROLE; DELETE FROM audit_events`,
    ])
      expect([sql, await client.query(sql).catch((error: { code: string }) => error.code)]).toEqual([
        sql,
        '42501',
      ]);
    const owned = await client.query(
      `SELECT 1 FROM pg_class WHERE relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)`,
    );
    expect(owned.rows).toEqual([]);
    await client.end();
  });

  it.each(['trt_owner', 'postgres', 'nobody_there'])(
    'is never entrusted to the user %s: startup is refused',
    async (login) => {
      await expect(migrate(portal.database.url, login)).rejects.toThrow(
        'Refusing to start: DATABASE_URL must sign in as a user that is not the owner',
      );
    },
  );

  it.each<[string, string]>([
    ['altered', `UPDATE audit_events SET actor_role = 'nobody' WHERE seq = $1`],
    ['deleted', `DELETE FROM audit_events WHERE seq = $1`],
    ['re-dated', `UPDATE audit_events SET at = at + interval '1 second' WHERE seq = $1`],
  ])('reveals where one row was %s', async (_, sql) => {
    const own = await startPortal('demo');
    const chain = own.app.get(AuditChain);
    const before = await chain.verify();
    expect(before).toMatchObject({ ok: true, first_bad_seq: null });
    expect(before.checked).toBeGreaterThan(50);
    await own.database.asSuperuser(`ALTER TABLE audit_events DISABLE TRIGGER USER`);
    await own.database.asSuperuser(sql, [20]);
    expect(await chain.verify()).toMatchObject({ ok: false, first_bad_seq: 20 });
    await own.close();
  });

  it('reveals a row that was written outside the application', async () => {
    const own = await startPortal('demo');
    const [inserted] = await own.database.asSuperuser<{ seq: string }>(
      `INSERT INTO audit_events (at, action, outcome, mac) VALUES (now(), 'plan.approve', 'success', '\\x00') RETURNING seq`,
    );
    expect(await own.app.get(AuditChain).verify()).toMatchObject({
      ok: false,
      first_bad_seq: Number(inserted!.seq),
    });
    await own.close();
  });
});
