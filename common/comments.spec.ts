import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const PLACES = ['bench', 'client/src', 'common', 'scripts', 'server', 'test'];
const sources = PLACES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
);
const COMMENT = /\/\*\*?[^*][\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/gm;
/** The places where a pattern is found, with their lines. */
const found = (pattern: RegExp): string[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`),
  );

describe('comments', () => {
  it('stand above what they describe: no two doc comments in a row', () => {
    expect(found(/\*\/[ \t]*\n[ \t]*\/\*\*/g)).toEqual([]);
  });

  it('call a person by no sex: "they", "the user", "the patient"', () => {
    const comments = sources
      .filter(({ path }) => !/emergency|-words|denials|common\/text/.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(COMMENT)].map(([comment]) => ({
          path,
          words: comment.replace(/"[^"]*"|`[^`]*`/g, ''),
        })),
      );
    expect(comments.filter(({ words }) => /\b(he|his|him|himself)\b/i.test(words))).toEqual([]);
  });

  it('are not mangled by a formatter', () => {
    expect(found(/\/\/ *:? *\/\/ /g)).toEqual([]);
  });
});
