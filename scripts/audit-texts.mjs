// `npm run audit:texts -- SEQ`: the reasons that were typed with an audit event; they are stored encrypted. Reading them is
// an event as well.
import { parseArgs } from 'node:util';
import { withPortal } from './with-portal.mjs';

const EXIT_USAGE = 64;
const [seq] = parseArgs({ allowPositionals: true }).positionals;
if (!/^\d{1,18}$/.test(seq ?? '')) {
  process.stderr.write('Usage: npm run audit:texts -- SEQ\n');
  process.exit(EXIT_USAGE);
}

await withPortal(
  'Reading the audit',
  async (app) => {
    const { Audit } = await import('../dist/server/audit/audit.service.js');
    const texts = await app.get(Audit).typedTexts(seq);
    if (!texts) process.exitCode = 1;
    const lines = Object.entries(texts ?? {}).map(([name, text]) => `${name}: ${text}`);
    process.stdout.write(
      `${texts ? lines.join('\n') || 'Nothing was typed with this event.' : 'There is no such event.'}\n`,
    );
  },
  { existing: true },
);
