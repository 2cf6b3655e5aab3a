// `npm run audit:verify`: recomputes the whole audit chain; exit 1 when it does not fit, with the first event that is wrong.
import { withPortal } from './with-portal.mjs';

await withPortal(
  'The verification',
  async (app) => {
    const { AuditChain } = await import('../dist/server/audit/audit-chain.js');
    const { ok, checked, first_bad_seq: bad } = await app.get(AuditChain).verify();
    process.stdout.write(
      ok
        ? `The audit chain is whole: ${checked} events checked.\n`
        : `The audit chain is broken at event ${bad}; ${checked} events checked.\n`,
    );
    if (!ok) process.exitCode = 1;
  },
  { existing: true },
);
