import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addLanguage, spokenFiles } from './spoken.js';

type Entries = Readonly<Record<string, unknown>>;

const WORDS = /^server\/.+(?=\.[jt]s$)/;
const entriesOf = async (path: string): Promise<Entries> => {
  const exported = (await import(pathToFileURL(path).href)) as Readonly<Record<string, object>>;
  return Object.assign({}, ...Object.values(exported)) as Entries;
};

/** The tags of the languages in a folder: each has one of its own, named by its tag. */
export const languagesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []))
    : [];

/** Reads what the server says in other languages: `<folder>/es/server/messages/text/en.ts` for `server/messages/text/en.ts`.
 * @returns their tags
 * @throws Error for a file that stands for no English one: what it says would never be heard */
export async function loadLanguages(folder: string): Promise<string[]> {
  const tags = languagesIn(folder);
  for (const tag of tags) {
    const files = new Map<string, Entries>();
    for (const name of readdirSync(join(folder, tag), { recursive: true, encoding: 'utf8' })) {
      const file = WORDS.exec(name)?.[0];
      if (!file || name.endsWith('.d.ts')) continue;
      if (!spokenFiles().has(file)) throw new Error(`languages/${tag}/${name} stands for no file of words.`);
      files.set(file, await entriesOf(join(folder, tag, name)));
    }
    addLanguage(tag, (file, name) => files.get(file)?.[name]);
  }
  return tags;
}
