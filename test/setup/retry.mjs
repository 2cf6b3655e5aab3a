import { jest } from '@jest/globals';

// Real processes and real time-outs on a busy machine: once more, and listed as flaky by `npm test`.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
