import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { format } from 'oxfmt';
import { SMART_PATHS } from '../../common/api/smart.js';
import { openApi } from '../../scripts/openapi/document.js';
import { handlersIn } from '../../scripts/openapi/routes.js';
import { AppModule } from '../../server/app.module.js';
import { loadConfig } from '../../server/config/config.js';
import { capabilityStatement } from '../../server/fhir/capability.js';
import { smartConfiguration } from '../../server/smart/configuration.js';

const ROOT = new URL('../..', import.meta.url).pathname;
const FILE = new URL('../../docs/openapi.json', import.meta.url);

const app = AppModule.for(
  loadConfig({ PORT: '1', PUBLIC_ORIGIN: 'http://localhost:1', DATA_DIR: tmpdir(), LOG_LEVEL: 'silent' }),
  { url: 'postgres://nowhere', appRole: false },
);

/** What a FHIR server has by its standard for each interaction and operation it names, as routes of ours. */
function namedByFhir(): string[] {
  const [{ resource = [], operation: ofSystem = [] } = {}] = capabilityStatement('').rest ?? [];
  const ofType = resource.flatMap(({ type, interaction = [], operation = [] }) => [
    ...interaction.map(({ code }) => code),
    ...operation.map(({ name }) => `${type} ${name}`),
  ]);
  const routes: Record<string, string[]> = {
    read: ['GET /fhir/:type/:id'],
    'search-type': ['GET /fhir/:type', 'POST /fhir/:type/_search'],
    'Patient everything': ['GET /fhir/Patient/:id/$everything'],
    'Patient export': ['GET /fhir/Patient/$export'],
    // Bulk Data: the answer of an export says where its state and its files are.
    export: [
      'GET /fhir/$export',
      'GET /fhir/exports/:id',
      'GET /fhir/exports/:id/:file',
      'DELETE /fhir/exports/:id',
    ],
  };
  return [...new Set([...ofType, ...ofSystem.map(({ name }) => name)])].flatMap(
    (name) => routes[name] ?? name,
  );
}

/** The addresses below the portal's in the SMART configuration; /trt is a page. */
function namedBySmart(): string[] {
  const addresses = Object.values(smartConfiguration('')).filter((value) => typeof value === 'string');
  return addresses.filter((path) => !path.startsWith('/trt/')).map((path) => `POST ${path}`);
}

describe('docs/openapi.json', () => {
  it('describes the calls as they are; npm run openapi writes it', async () => {
    const document = await openApi(ROOT, app);
    // Nothing found would be written as nothing.
    expect(Object.keys(document.paths ?? {}).length).toBeGreaterThan(100);
    const { code: text } = await format('openapi.json', JSON.stringify(document), { printWidth: 110 });
    if (process.env.WRITE_OPENAPI) writeFileSync(FILE, text);
    expect(readFileSync(FILE, 'utf8') === text).toBe(true);
  }, 120_000);

  it('leaves out only what FHIR and SMART name themselves', async () => {
    const handlers = await handlersIn(app);
    const left = handlers
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => /^(GET|POST|PUT|PATCH|DELETE) \/(fhir|auth\/smart)\//.test(route));
    const starts = ['GET /fhir/metadata', `GET ${SMART_PATHS.configuration}`];
    expect(left.toSorted()).toEqual([...starts, ...namedByFhir(), ...namedBySmart()].toSorted());
  });
});
