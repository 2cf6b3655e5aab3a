import { fileURLToPath } from 'node:url';

const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      swcrc: false,
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', decorators: true, tsx: false },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        keepClassNames: true,
      },
      module: { type: 'es6' },
    },
  ],
};
const [[typescript, [swc, options]]] = Object.entries(transform);
const jsx = {
  ...options,
  jsc: {
    ...options.jsc,
    parser: { syntax: 'typescript', tsx: true },
    transform: { ...options.jsc.transform, react: { runtime: 'automatic' } },
  },
};
const componentTransform = { '^.+\\.tsx$': [swc, jsx], [typescript.replace('x?', '')]: [swc, options] };
const base = {
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^#(common|server)/(.*)\\.js$': '<rootDir>/$1/$2',
    '^#client/(.*)\\.js$': '<rootDir>/client/src/$1',
  },
  transform,
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.data'],
};
/** What takes minutes, and is also tested otherwise: `npm test` leaves it to `npm run test:all` (decision 18). */
const BEFORE_A_RELEASE = [
  'e2e/answered-flags',
  'e2e/assistant-golden',
  'e2e/care-year',
  'e2e/fhir-export',
  'e2e/fhir-records',
  'e2e/gaps-history',
  'e2e/gaps-labs',
  'e2e/gaps-law',
  'e2e/gaps-orders',
  'e2e/gaps-reports',
  'e2e/gaps-titration',
  'e2e/home-pressures',
  'e2e/lab-orders',
  'e2e/lab-reports',
  'e2e/no-plan-reasons',
  'e2e/open-reports',
  'e2e/order-text',
  'e2e/passed-values',
  'e2e/patient-apps',
  'e2e/pharmacy-orders',
  'e2e/plan-document',
  'e2e/reminders',
  'e2e/restart-after-pause',
  'e2e/results-that-disagree',
  'e2e/safety-of-pressures',
  'e2e/safety-of-reports',
  'e2e/safety-of-told-facts',
  'e2e/settled-findings',
  'e2e/told-by-others',
  'e2e/told-elsewhere',
  'e2e/told-findings',
  'e2e/withdrawn-answers',
  'faults/assistant-speed',
  'faults/bulk',
  'faults/clear-texts',
  'faults/clock',
  'faults/durability',
  'faults/exports',
  'faults/half-open',
  'faults/keys',
  'faults/laboratories',
  'faults/migrations',
  'faults/outage-trust',
  'faults/overload',
  'faults/processes',
  'faults/read-only',
  'faults/read-replica',
  'faults/repeats',
  'faults/restore',
  'faults/roles',
  'faults/storage',
  'faults/wal',
  'integration/commands',
  'integration/fhir-generated',
  'integration/lifecycle',
  'integration/list-plans',
  'integration/migrate-job',
].map((name) => `/test/${name}\\.spec\\.ts$`);
const DESCRIPTION = 'test/integration/openapi.spec.ts';
export default {
  // A fault run ends with the table of measurements.
  reporters: process.env.FAULT_ROUNDS ? ['default', '<rootDir>/faults/table-reporter.mjs'] : ['default'],
  // Three, even on two cores: the tests wait for the database more than they compute. A fault run measures: one.
  maxWorkers: process.env.FAULT_ROUNDS ? 1 : 3,
  // Each file leaves its modules behind: a worker with too many spends its time collecting garbage.
  workerIdleMemoryLimit: '800MB',
  // A busy machine is not a failure: the tests wait for conditions, and the first for its prepared patients.
  testTimeout: 120_000,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/common/**/*.spec.ts',
        '<rootDir>/server/**/*.spec.ts',
        '<rootDir>/client/src/**/*.spec.ts',
      ],
    },
    {
      ...base,
      displayName: 'description',
      // It reads the decorators of the source, so both are loaded in one context.
      testMatch: [`<rootDir>/${DESCRIPTION}`],
    },
    {
      ...base,
      displayName: 'component',
      testEnvironment: '<rootDir>/test/component/environment.mjs',
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      moduleNameMapper: { ...base.moduleNameMapper, '\\.css$': '<rootDir>/test/component/no-styles.mjs' },
      transform: componentTransform,
      testMatch: ['<rootDir>/test/component/**/*.spec.{ts,tsx}'],
    },
    {
      ...base,
      displayName: 'language',
      testEnvironment: '<rootDir>/test/component/environment.mjs',
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      moduleNameMapper: { ...base.moduleNameMapper, '\\.css$': '<rootDir>/test/component/no-styles.mjs' },
      transform: Object.fromEntries(
        Object.entries(componentTransform).map(([files, [, given]]) => [
          files,
          ['<rootDir>/test/language/words-in-brackets.mjs', given],
        ]),
      ),
      setupFiles: ['<rootDir>/test/language/setup.ts'],
      testMatch: ['<rootDir>/test/language/**/*.spec.tsx'],
    },
    {
      ...base,
      displayName: 'server',
      testEnvironment: '<rootDir>/test/setup/environment.mjs',
      transform: {
        [`^${base.rootDir}(server|common)/.+\\.ts$`]: '<rootDir>/test/setup/outside.mjs',
        '/node_modules/(@nestjs/.+|typeorm/index\\.mjs)': '<rootDir>/test/setup/outside.mjs',
        // Its compiled schemas serve every file.
        '/test/support/described\\.mjs$': '<rootDir>/test/setup/outside.mjs',
        ...transform,
      },
      transformIgnorePatterns: ['/node_modules/(?!@nestjs/|typeorm/index\\.mjs)'],
      testMatch: ['<rootDir>/test/{integration,e2e,security,faults}/**/*.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        DESCRIPTION,
        ...(process.env.TEST_SET === 'change' ? BEFORE_A_RELEASE : []),
      ],
      globalSetup: '<rootDir>/test/setup/global-setup.mjs',
      globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
      setupFilesAfterEnv: ['<rootDir>/test/setup/retry.mjs'],
    },
  ],
};
