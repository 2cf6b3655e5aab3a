import { AsyncLocalStorage } from 'node:async_hooks';

export const ENGLISH = 'en';

/** What a language says instead of an entry of a file of English words; undefined where it has nothing. */
export type Translate = (file: string, name: string, english: unknown) => unknown;

const languages = new Map<string, Translate>();
const files = new Set<string>();
/** The language of the call that is answered; none: English. */
const spokenNow = new AsyncLocalStorage<string>();

export const inLanguage = (tag: string, answer: () => void): void =>
  tag === ENGLISH ? answer() : spokenNow.run(tag, answer);

/** Answers to those who ask for this language (a BCP 47 tag) are in it from now on. */
export const addLanguage = (tag: string, translate: Translate): void => void languages.set(tag, translate);

/** The languages there are beside English. */
export const spokenLanguages = (): string[] => [...languages.keys()];

/** The files whose words can be said in another language, as `server/messages/text/en`. */
export const spokenFiles = (): ReadonlySet<string> => files;

/** The first language of an Accept-Language header that there is, English where there is none. */
export function languageOf(header: string | undefined): string {
  if (!languages.size || !header) return ENGLISH;
  const wanted = header.split(',').map((part) => {
    const [tag = '', quality] = part.trim().split(/;\s*q=/);
    return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  const known = [...languages.keys(), ENGLISH];
  for (const { tag, quality } of wanted.toSorted((a, b) => b.quality - a.quality)) {
    const found = known.find((one) => tag === one.toLowerCase() || tag.split('-')[0] === one);
    if (quality && found) return found;
  }
  return ENGLISH;
}

/** Words that are said in the language of the call they answer. Read them where they are said, not where the file is loaded.
 * @param url of the file that holds them */
export function spoken<T extends object>(url: string, english: T): T {
  const file = /server\/.+(?=\.[jt]s$)/.exec(url)![0];
  files.add(file);
  return new Proxy(english, {
    get(entries, name, receiver) {
      const said: unknown = Reflect.get(entries, name, receiver);
      const language = spokenNow.getStore();
      if (language === undefined || typeof name === 'symbol') return said;
      return languages.get(language)?.(file, name, said) ?? said;
    },
  });
}
