import { rmSync } from 'node:fs';

export default async function globalTeardown() {
  await globalThis.testPostgres.stop();
  rmSync(JSON.parse(process.env.TEST_POSTGRES).folder, { recursive: true, force: true });
}
