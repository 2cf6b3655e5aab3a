// `npm run audit:verify [-- --anchor FILE]`: recomputes the whole audit chain; exits 1 if it does not match, naming the first
// wrong event. With an anchor file, each of its lines must be in the chain as well.
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
