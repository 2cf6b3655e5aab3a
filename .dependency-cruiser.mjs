// Which room may import which. A room is a folder; a floor rests only on the floors before it.
const floors = [
  ['config', 'platform'],
  ['database'],
  ['jobs', 'audit', 'limits', 'idempotency', 'outage', 'keys', 'mail', 'documents'],
  ['accounts', 'patients', 'cases', '[^/]+/records'],
  ['rules'],
  [
    'api-keys',
    'appointments',
    'doses',
    'education',
    'intake',
    'labs',
    'messages',
    'plans',
    'prescriptions',
    'progress',
    'record-access',
    'regulation',
    'reminders',
    'retention',
    'safety-checks',
    'supply',
    'webhooks',
  ],
  ['assistant', 'care-chart', 'chart', 'dashboard', 'downloads', 'fhir', 'inbox', 'lab-reports'],
  ['cockpit', 'demo', 'schema'],
];
const room = (names) => `^server/(${names.join('|')})/`;

export default {
  forbidden: [
    {
      name: 'no-folder-circle',
      comment: 'Two folders that import each other are one room with a wall in it: find what both need.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^server/' },
      to: { circular: true },
    },
    ...floors.slice(0, -1).map((names, floor) => ({
      name: `floor-${floor}-imports-nothing-above`,
      comment: 'A floor rests on the floors before it.',
      severity: 'error',
      from: { path: room(names), ...(floor > 3 && { pathNot: '/records/' }) },
      to: { path: room(floors.slice(floor + 1).flat()), ...(floor >= 3 && { pathNot: '/records/' }) },
    })),
    {
      name: 'common-is-pure',
      comment: 'common runs on both sides: it imports nothing of server, client, Node or React.',
      severity: 'error',
      from: { path: '^common/', pathNot: '\\.spec\\.ts$' },
      to: { path: ['^server/', '^client/', '^(node:|react|@nestjs)'] },
    },
    {
      name: 'every-room-has-a-floor',
      comment: 'Put a new folder of server on a floor, in .dependency-cruiser.mjs.',
      severity: 'error',
      from: { path: '^server/[^/]+/', pathNot: room(floors.flat()) },
      to: {},
    },
  ],
  options: {
    exclude: { path: ['node_modules', '\\.spec\\.ts$', '^(dist|test|bench|scripts)/'] },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
  },
};
