import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/** What is tested runs as it does in production, outside of the context that each test file gets. */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.outside = createRequire(import.meta.url);
  }
}
