const list = (path, query) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, JSON.stringify(v)]))}`;
const PAGE = [0, 24];
const CASE_COLUMNS = `c.id, c.case_number, c.patient_id, c.list_name, u.email, c.status, c.pending_flagged, c.next_review_on,
  c.waiting_since, c.created_at, c.updated_at, c.version`;
const cases = (where, tail) =>
  `SELECT ${CASE_COLUMNS} FROM cases c JOIN patients p ON p.id = c.patient_id JOIN users u ON u.id = p.user_id
  WHERE c.org_id = (SELECT id FROM organisations WHERE is_default) ${where} ORDER BY c.created_at DESC NULLS LAST, c.id ${tail}`;
const FIND_PATIENT = `SELECT p.id FROM patients p JOIN users u ON u.id = p.user_id WHERE u.email = 'patient@demo.test'`;

/** What is driven, as whom, the statement of the floor for the same page, and the usual server's address of it. */
export const endpoints = (n) => [
  {
    name: 'case list, page 1',
    as: 'provider',
    usual: '/cases',
    path: list('/api/trt/cases', { range: PAGE }),
    sql: cases('', 'LIMIT 25'),
  },
  {
    // Each connection asks for a different page, so that no page is shared.
    name: 'case list, all pages different',
    as: 'provider',
    path: list('/api/trt/cases', { range: PAGE }),
    pathOf: (connection) => list('/api/trt/cases', { range: PAGE.map((row) => row + connection) }),
    sql: cases('', 'LIMIT 25'),
  },
  {
    name: 'case list, by urgency',
    as: 'provider',
    path: list('/api/trt/cases', { range: PAGE, sort: ['urgency', 'ASC'] }),
    sql: cases('', 'LIMIT 25').replace(
      'c.created_at DESC NULLS LAST',
      'COALESCE(c.urgent_since, c.waiting_since)',
    ),
  },
  {
    name: 'case list, open only',
    as: 'provider',
    usual: '/cases?status=open',
    path: list('/api/trt/cases', { range: PAGE, filter: { status: 'open' } }),
    sql: cases(`AND c.status = 'open'`, 'LIMIT 25'),
  },
  {
    name: 'case list, searched',
    as: 'provider',
    usual: '/cases?q=smith%2071',
    path: list('/api/trt/cases', { range: PAGE, filter: { q: 'smith 71' } }),
    sql: cases(`AND c.list_search LIKE '%smith 71%'`, 'LIMIT 25'),
  },
  {
    name: 'case list, deep page',
    as: 'provider',
    usual: `/cases?skip=${n / 2}`,
    path: list('/api/trt/cases', { range: [n / 2, n / 2 + 24] }),
    // As every list does it: the ids of the page first, its rows after.
    sql: `SELECT ${CASE_COLUMNS} FROM (SELECT id FROM cases WHERE org_id = (SELECT id FROM organisations WHERE is_default)
      ORDER BY created_at DESC NULLS LAST, id LIMIT 25 OFFSET ${n / 2}) page
      JOIN cases c ON c.id = page.id JOIN patients p ON p.id = c.patient_id JOIN users u ON u.id = p.user_id`,
  },
  {
    name: 'directory, searched',
    as: 'provider',
    usual: '/patients?q=smith%2071',
    path: list('/api/provider/patients', { range: PAGE, filter: { q: 'smith 71' } }),
    sql: `SELECT p.id, p.full_name, u.email, p.dob FROM patients p JOIN users u ON u.id = p.user_id
      WHERE lower(COALESCE(p.full_name, '') || E'\\n' || p.id::text) LIKE '%smith 71%' ORDER BY p.created_at DESC, p.id LIMIT 25`,
  },
  {
    name: 'prescriptions, page 1',
    as: 'provider',
    usual: '/prescriptions',
    path: list('/api/trt/prescriptions/all', { range: PAGE }),
    sql: `SELECT r.*, p.full_name FROM prescriptions r JOIN patients p ON p.id = r.patient_id
      WHERE r.org_id = (SELECT id FROM organisations WHERE is_default) ORDER BY r.created_at DESC NULLS LAST, r.id LIMIT 25`,
  },
  {
    name: 'labs, not reviewed',
    as: 'provider',
    usual: '/labs',
    path: list('/api/labs', { range: PAGE, filter: { unreviewed: true } }),
    sql: `SELECT l.*, p.full_name FROM lab_panels l JOIN patients p ON p.id = l.patient_id
      WHERE l.org_id = (SELECT id FROM organisations WHERE is_default) AND l.status = 'completed' AND l.reviewed_at IS NULL
      ORDER BY l.collected_at, l.id LIMIT 25`,
  },
  {
    name: 'messages',
    as: 'provider',
    path: list('/api/provider/messages', { range: PAGE }),
    sql: `SELECT t.*, p.full_name FROM message_threads t JOIN patients p ON p.id = t.patient_id
      WHERE t.org_id = (SELECT id FROM organisations WHERE is_default) ORDER BY t.last_message_at DESC, t.id LIMIT 25`,
  },
  {
    name: 'case detail',
    as: 'provider',
    path: null,
    sql: `SELECT l.* FROM lab_panels l WHERE l.patient_id = (${FIND_PATIENT}) ORDER BY l.collected_at DESC LIMIT 50`,
  },
  {
    name: 'patient dashboard',
    as: 'patient',
    path: '/api/trt/dashboard',
    sql: `SELECT l.* FROM plans l WHERE l.patient_id = (${FIND_PATIENT}) ORDER BY l.created_at DESC LIMIT 5`,
  },
  { name: 'who am I', as: 'provider', path: '/auth/me', usual: '/me', sql: null },
];
