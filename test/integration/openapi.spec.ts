import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { format } from 'oxfmt';
import { openApi } from '../../scripts/openapi/document.js';
import { AppModule } from '../../server/app.module.js';
import { loadConfig } from '../../server/config/config.js';

const ROOT = new URL('../..', import.meta.url).pathname;
const FILE = new URL('../../docs/openapi.json', import.meta.url);

const app = AppModule.for(
  loadConfig({ PORT: '1', PUBLIC_ORIGIN: 'http://localhost:1', DATA_DIR: tmpdir(), LOG_LEVEL: 'silent' }),
  { url: 'postgres://nowhere', appRole: false },
);

describe('docs/openapi.json', () => {
  it('describes the calls as they are; npm run openapi writes it', async () => {
    const document = await openApi(ROOT, app);
    // Nothing found would be written as nothing.
    expect(Object.keys(document.paths ?? {}).length).toBeGreaterThan(100);
    const { code: text } = await format('openapi.json', JSON.stringify(document), { printWidth: 110 });
    if (process.env.WRITE_OPENAPI) writeFileSync(FILE, text);
    expect(readFileSync(FILE, 'utf8') === text).toBe(true);
  }, 120_000);
});
