// Which room may import which. A room is a folder; a floor rests only on the floors before it.
const server = [
  ['config', 'platform'],
  ['database'],
  ['jobs', 'audit', 'limits', 'idempotency', 'outage', 'keys', 'mail', 'documents', 'lab-spool'],
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
    'pharmacies',
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
  [
    'assistant',
    'care-chart',
    'chart',
    'dashboard',
    'downloads',
    'fhir',
    'fhir-export',
    'fhir-import',
    'inbox',
    'lab-gateway',
    'lab-messages',
    'lab-orders',
    'lab-reports',
    'smart',
  ],
  ['cockpit', 'demo', 'schema'],
];
const client = [
  ['shared/(analytics|api|autosave|charts|password|refills|safety-check|session|theme|toasts|ui)'],
  ['shared/(emergency|forms|timeline)'],
  ['(patient|staff)/data'],
  ['(patient|public|staff)/kit', 'public/text'],
  ['staff/forms'],
  ['staff/lists'],
  ['staff/records'],
  [
    'account',
    'assistant',
    'patient/(apps|appointments|doses|education|first-dose|intake|lab-visit|messages)',
    'patient/(prescriptions|profile|progress|refills|safety-check)',
    'public/(forgot|landing|legal|login|reset|signup|verify)',
    'staff/(admin|appointments|curve|discontinue|inbox|lab-messages|lab-orders|messages|orders|plans|refills|regulation)',
  ],
  ['patient/(dashboard|treatment)', 'staff/cases'],
  ['staff/(home|labs|patients|prescriptions|titration)'],
  ['staff/root', 'app'],
];
const room = (house, names) => `^${house}/(${names.join('|')})/`;

/** Words of the server may be read from each floor: they import nothing of their room.
 * @param except what is on a floor below that of the feature it stands in, and from which floor on that matters */
const floorsOf = (house, floors, except, from = 0) =>
  floors.slice(0, -1).map((names, floor) => ({
    name: `${house.replace('/', '-')}-floor-${floor + 1}-imports-nothing-above`,
    comment: 'A floor rests on the floors before it.',
    severity: 'error',
    from: { path: room(house, names), ...(except && floor > from && { pathNot: except }) },
    to: {
      path: room(house, floors.slice(floor + 1).flat()),
      pathNot: ['^server/.*/text/', ...(except && floor >= from ? [except] : [])],
    },
  }));

export default {
  forbidden: [
    {
      name: 'no-folder-circle',
      comment: 'Two folders that import each other are one room with a wall in it: find what both need.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(server|client/src)/' },
      to: { circular: true },
    },
    {
      name: 'no-circle-with-the-folder-around',
      comment: 'What a folder and the folders in it both need belongs in one of the folders in it.',
      severity: 'error',
      from: { path: '^client/src/(.+)/[^/]+/[^/]+$' },
      to: { path: '^client/src/$1/[^/]+$' },
    },
    ...floorsOf('server', server, '/records/', 3),
    ...floorsOf('client/src', client),
    {
      name: 'client-sides-stay-apart',
      comment: 'A side of the client imports only shared: staff code never reaches a patient.',
      severity: 'error',
      from: { path: '^client/src/(account|assistant|patient|public|staff)/' },
      to: { path: '^client/src/', pathNot: '^client/src/(shared|$1)/' },
    },
    {
      name: 'client-imports-no-server',
      comment: 'Both sides share common, and nothing else.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^server/' },
    },
    {
      name: 'common-is-pure',
      comment: 'common runs on both sides: it imports nothing of server, client, Node or React.',
      severity: 'error',
      from: { path: '^common/', pathNot: '\\.spec\\.ts$' },
      to: { path: ['^server/', '^client/', '^(node:|react|@nestjs)'] },
    },
    {
      name: 'every-room-has-a-floor',
      comment: 'Put a new folder of server or client/src on a floor, in .dependency-cruiser.mjs.',
      severity: 'error',
      from: {
        path: '^(server/[^/]+|client/src)/',
        pathNot: [room('server', server.flat()), room('client/src', client.flat())],
      },
      to: {},
    },
  ],
  options: {
    exclude: { path: ['node_modules', '\\.spec\\.ts$', '^(dist|test|bench|scripts)/'] },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // The source of what Node takes from dist.
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
      // The kinds of files there are, each looked for once: the rest was half of the time.
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.json'],
      cachedInputFileSystem: { cacheDuration: 600_000 },
    },
    parser: 'swc',
  },
};
