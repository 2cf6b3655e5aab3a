// `npm run audit:verify [-- --anchor FILE]`: recomputes the whole audit chain; exit 1 when it does not fit, with the first
// event that is wrong. With an anchor file, every line of it must be in the chain as well.
import { parseArgs } from 'node:util';
import { withPortal } from './with-portal.mjs';

const { anchor } = parseArgs({ options: { anchor: { type: 'string' } } }).values;

await withPortal(
  'The verification',
  async (app) => {
    const { AuditChain } = await import('../dist/server/audit/audit-chain.js');
    const { AuditAnchor } = await import('../dist/server/audit/audit-anchor.js');
    const lines = anchor ? await app.get(AuditAnchor).read(anchor) : null;
    const { ok, checked, first_bad_seq: bad } = await app.get(AuditChain).verify(lines);
    const anchored = lines ? ` It has all ${lines.length} lines of the anchor file.` : '';
    process.stdout.write(
      ok
        ? `The audit chain is whole: ${checked} events checked.${anchored}\n`
        : `The audit chain is broken at event ${bad}; ${checked} events checked.\n`,
    );
    if (!ok) process.exitCode = 1;
  },
  { existing: true },
);
