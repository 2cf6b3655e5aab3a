import { jest } from '@jest/globals';

// Real processes and real timeouts on a busy machine: retry once, before later tests change what is shared, and list as flaky in `npm test`.
jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
