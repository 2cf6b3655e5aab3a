import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';

interface Row {
  id: string;
  level: string;
  topic: string;
  status: string;
  how: string;
  test: string;
}

const STATUSES = ['met', 'partly', 'not met', 'not applicable'];
/** A file of the repository, and part of a title in it. */
const CITATION = /^((?:client|common|server|test)\/[\w./-]+\.(?:ts|txt))(?:: (.+))?$/;
const NO_TEST = /^(no test|reason): /;

const rows = parse<Row>(readFileSync('docs/asvs.csv', 'utf8'), { columns: true });
const page = readFileSync('docs/security.md', 'utf8');

const withStatus = (status: string, those = rows): Row[] => those.filter((row) => row.status === status);
const counts = (those: Row[]): string =>
  STATUSES.map((status) => withStatus(status, those).length).join(' | ');
const place = (id: string): number => {
  const [chapter = 0, section = 0, requirement = 0] = id.slice(1).split('.').map(Number);
  return (chapter * 100 + section) * 100 + requirement;
};
const evidence = rows.flatMap(({ id, status, test }) =>
  test.split('; ').map((part) => ({ id, status, part, cited: CITATION.exec(part) })),
);

describe('docs/asvs.csv', () => {
  it('has each requirement of levels 1 and 2 once, in order', () => {
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id) => !/^V\d{1,2}\.\d{1,2}\.\d{1,2}$/.test(id))).toEqual([]);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => place(a) - place(b)));
    const atLevel = (wanted: string) => rows.filter(({ level }) => level === wanted).length;
    expect([atLevel('1'), atLevel('2'), rows.length]).toEqual([70, 183, 253]);
  });

  it('has one of four statuses and no empty cell', () => {
    expect(rows.filter(({ status }) => !STATUSES.includes(status))).toEqual([]);
    expect(rows.filter((row) => Object.values(row).includes(''))).toEqual([]);
  });

  it('cites a test wherever it claims something, or says why there is none', () => {
    const claimed = evidence.filter(({ status }) => status === 'met' || status === 'partly');
    expect(claimed.filter(({ cited, part }) => !cited && !NO_TEST.test(part))).toEqual([]);
  });

  it('cites only files that exist, with titles that are in them', () => {
    const missing = evidence.filter(({ cited }) => {
      const [, file, title = ''] = cited ?? [];
      return file && !(existsSync(file) && readFileSync(file, 'utf8').includes(title));
    });
    expect(missing.map(({ id, part }) => `${id} ${part}`)).toEqual([]);
    expect(evidence.filter(({ cited }) => cited).length).toBeGreaterThan(150);
  });

  it('is counted in docs/security.md, which names everything that is not met', () => {
    const table = new Map(page.split('\n').map((line) => [line.split(' ')[1], line]));
    for (const chapter of new Set(rows.map(({ id }) => id.split('.')[0]!))) {
      const those = rows.filter(({ id }) => id.startsWith(`${chapter}.`));
      expect(table.get(chapter)).toContain(` | ${counts(those)} |`);
    }
    expect(page).toContain(`| all | ${counts(rows)} |`);
    expect(withStatus('not met').filter(({ id }) => !page.includes(id))).toEqual([]);
  });
});

describe('docs/clinical-safety.csv', () => {
  const gaps = parse<{ row: string; topic: string; 'what must be true': string; test: string }>(
    readFileSync('docs/clinical-safety.csv', 'utf8'),
    { columns: true },
  );
  const upTo = (name: string, last: number): string[] =>
    Array.from({ length: last }, (_, index) => `${name}${index + 1}`);

  it('has each row of the two safety reviews, in order', () => {
    expect([...new Set(gaps.map(({ row }) => row))]).toEqual([
      ...upTo('', 23),
      ...upTo('D', 3),
      ...upTo('S', 2),
      ...upTo('Staff C', 3),
      ...upTo('Staff H', 14),
      ...upTo('Patient C', 6),
      'Patient M1',
      'Patient M16',
    ]);
    expect(gaps.filter((gap) => Object.values(gap).includes(''))).toEqual([]);
  });

  it('cites only tests that exist; findings of a screen by a browser test', () => {
    const cited = gaps.flatMap(({ row, test }) => test.split('; ').map((part) => ({ row, part })));
    const missing = cited.filter(({ part }) => {
      const [, file, title] = CITATION.exec(part) ?? [];
      return !(file && title && existsSync(file) && readFileSync(file, 'utf8').includes(title));
    });
    expect(missing).toEqual([]);
    const screens = new Set(gaps.filter(({ row }) => row.includes(' ')).map(({ row }) => row));
    const shown = new Set(cited.filter(({ part }) => part.startsWith('test/browser/')).map(({ row }) => row));
    expect([...screens].filter((row) => !shown.has(row))).toEqual([]);
  });
});

describe.each(['docs/security.md', 'docs/hipaa.md'])('%s', (name) => {
  const text = readFileSync(name, 'utf8');
  const files = globSync('{client,common,scripts,server,test}/**/*.{ts,tsx,mjs,txt}');
  /** Names that its first lines give to files. */
  const ALIASES: Readonly<Record<string, string[]>> = {
    limits: ['test/security/accounts-limits.spec.ts'],
    checks: ['test/security/accounts-checks.spec.ts'],
    walls: ['test/security/walls.spec.ts'],
  };
  const DIRECTORIES = '(?:accessibility|browser|e2e|faults|integration|security)';
  const ofTests = (path: string): string[] => [`test/${path}`, `test/${path}.spec.ts`];
  /** A name is a path, or the end of one. */
  const found = (path: string): string[] =>
    files.filter((file) =>
      [path, `${path}.ts`, `${path}.tsx`, `${path}.spec.ts`].some(
        (end) => file === end || file.endsWith(`/${end}`),
      ),
    );

  it('names only test files that exist', () => {
    const tests = [...text.matchAll(new RegExp(`\`(${DIRECTORIES}/[\\w./-]+)\``, 'g'))].map(
      ([, path]) => path!,
    );
    const units = [...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:spec(?:\.tsx?)?|tsx?|mjs))`/g)].map(
      ([, path]) => path!,
    );
    expect(tests.length).toBeGreaterThan(10);
    expect(tests.filter((path) => !ofTests(path).some((one) => existsSync(one)))).toEqual([]);
    expect(units.filter((path) => !found(path).length)).toEqual([]);
  });

  it('names only titles that are in their files', () => {
    const cells = text
      .split('\n')
      .flatMap((line) => (line.startsWith('| ') ? line.split(' | ').slice(-1) : []));
    const named = cells.flatMap((cell) =>
      cell.split('; ').flatMap((part) => {
        const [, quoted, alias, title = ''] =
          /^(?:`([\w./-]+)`|([a-z][\w-]*)): (.+?)( \(.*\))?( \|)?$/.exec(part) ?? [];
        const own = quoted
          ? found(quoted)
          : ['', 'accounts-'].flatMap((area) => found(`e2e/${area}${alias}.spec`));
        const where = ALIASES[quoted ?? alias!] ?? own;
        return title && where.length ? [{ part, where, titles: [title, ...title.split(', ')] }] : [];
      }),
    );
    const missing = named.filter(({ where, titles: [whole, ...parts] }) => {
      const said = where.map((file) => readFileSync(file, 'utf8')).join('\n');
      return !said.includes(whole!) && !parts.every((one) => said.includes(one));
    });
    expect(named.length).toBeGreaterThan(name.includes('security') ? 100 : 1);
    expect(missing.map(({ part }) => part)).toEqual([]);
  });

  it('names only calls that exist', () => {
    const routes = readFileSync('test/security/routes.txt', 'utf8')
      .split('\n')
      .map((line) => line.split(/\s+/)[1] ?? '')
      .map((path) => path.replaceAll(/:\w+/g, '{}'));
    const called = [
      ...text.matchAll(
        /`(?:(?:GET|POST|PUT|PATCH|DELETE) )?(\/(?:api|auth|files|fhir|dev)[\w/{}:.-]*|\/\w+z)`/g,
      ),
    ];
    const gone = called
      .map(([, path]) => path!.replaceAll(/\{\w+\}|:\w+/g, '{}'))
      .filter((path) => !routes.some((route) => route === path || route.startsWith(`${path}/`)));
    expect(gone).toEqual([]);
  });
});
