// A Bruno collection of every call, by tag, made from docs/openapi.json by Bruno's own importer.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DESCRIPTION, runPackage } from '../packages.mjs';

export const LOCAL = 'local';
/** The demo on this machine. */
const ENVIRONMENT = `vars {
  baseUrl: http://localhost:3000
  email: orgadmin@demo.test
  password: Trt-demo-2026!pass
}
`;
/** The importer takes the session for a header; Bruno keeps the cookie by itself. */
const BY_COOKIE = 'auth {\n  mode: none\n}\n';

/** The files of the requests. */
export const requestsIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.bru') && !/(^|\/)(folder|collection)\.bru$|^environments\//.test(file))
    .toSorted((one, other) => one.localeCompare(other));

export const isSignIn = (text) => text.includes('{{baseUrl}}/auth/login\n');

function change(file, edit) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, edit(text));
}

export async function writeCollection(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  const how = ['--collection-name', 'TRT portal', '--group-by', 'tags', '--collection-format', 'bru'];
  const from = ['import', 'openapi', '--source', DESCRIPTION, '--output', folder];
  const { ok, said } = await runPackage('@usebruno/cli', 'bru', [...from, ...how]);
  if (!ok) throw new Error(`bru import: ${said}`);
  rmSync(join(folder, 'environments'), { recursive: true, force: true });
  mkdirSync(join(folder, 'environments'));
  writeFileSync(join(folder, 'environments', `${LOCAL}.bru`), ENVIRONMENT);
  change(join(folder, 'collection.bru'), (text) =>
    text.replace(/^auth \{[^}]*\}\n\nauth:apikey \{[^]*?\n\}\n/m, BY_COOKIE),
  );
  for (const file of requestsIn(folder).map((name) => join(folder, name)))
    change(file, (text) =>
      isSignIn(text) ? text.replace(/"(email|password)": ""/g, '"$1": "{{$1}}"') : text,
    );
}
