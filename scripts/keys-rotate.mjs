// `npm run keys:rotate`: re-encrypts everything that is not under the first key of APP_KEYS. Can run alongside the portal
// (on DATABASE_URL) and be interrupted at any point; the portal does the same every night.
import { withPortal } from './with-portal.mjs';

await withPortal(
  'The rotation',
  async (app) => {
    const { KeyRotation } = await import('../dist/server/keys/key-rotation.js');
    const { changed, left } = await app.get(KeyRotation).run();
    process.stdout.write(
      `${changed} values were encrypted under the new key, ${left} are left under another one.\n`,
    );
    if (left) process.exitCode = 1;
  },
  { existing: true },
);
