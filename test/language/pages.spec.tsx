import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import ts from 'typescript';
import { queryClient } from '../../client/src/shared/api/index.js';
import { STAFF_RESOURCES } from '../../client/src/staff/data/resources.js';
import { recordedTexts, type Account } from '../component/answers.js';
import { PATIENT, STAFF } from '../component/one-pages.js';
import { closePage, openPage, SLOW } from '../component/page.js';

/** The client speaks a language that is told from English by its brackets (see words-in-brackets.mjs). */
const PUBLIC = ['/login', '/signup', '/forgot-password', '/terms', '/privacy'];
const PAGES: readonly { as: Account; path: string }[] = [
  ...[...PATIENT, ...STAFF].map(({ as, path }) => ({ as, path })),
  ...Object.values(STAFF_RESOURCES).map(({ area, list }) => ({
    as: area === 'admin' ? ('admin' as const) : ('provider' as const),
    path: list,
  })),
  ...PUBLIC.map((path) => ({ as: null, path })),
];

/** Words that the two sides share: a language says them by files of its own for those of `common`. */
const found = new Set<string>();
const patterns: RegExp[] = [];
for (const name of readdirSync('common', { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
  const source = ts.createSourceFile(name, readFileSync(`common/${name}`, 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      found.add(node.text);
      // A code of the evidence is named by itself.
      if (/^[a-z][a-z0-9_]+$/.test(node.text))
        found.add(node.text.charAt(0).toUpperCase() + node.text.slice(1).replaceAll('_', ' '));
    }
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (parts.some((part) => /[A-Za-z]{3}/.test(part)))
        patterns.push(
          new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's'),
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

const shared = [...found].toSorted((a, b) => b.length - a.length);

const OF_A_DATE =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|AM|PM|[A-Z][DS]T)\b/g;
const SPOKEN = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title'];

function* shown(root: Element): Generator<string> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!/^(?:SCRIPT|STYLE)$/.test(walker.currentNode.parentElement?.tagName ?? ''))
      yield walker.currentNode.textContent ?? '';
  for (const name of SPOKEN)
    for (const one of root.querySelectorAll(`[${name}]`)) yield one.getAttribute(name)!;
}

const GAP = '\0';
const UNIT_OR_ID = /\bmmHg\b|\bdays\b|\b(?=[a-z]*\d)[0-9a-f]{8}\b/g;
/** Within other words only what is too long to be there by chance. */
const LONG = 5;

/** What is left of a text without the words in brackets, answers of the server, shared words, numbers and dates. */
function leftOver(text: string, known: readonly string[]): string {
  let rest = text.trim();
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧:?/g, GAP);
  }
  const said = (one: string): boolean =>
    known.includes(one) || found.has(one) || patterns.some((pattern) => pattern.test(one));
  const parts = (one: string, separator: string | RegExp): string[] =>
    one
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => !said(part));
  return parts(rest, GAP)
    .flatMap((part) => parts(part, ' · '))
    .flatMap((part) => parts(part, /, |: |; | \(|\)/))
    .map((part) =>
      [...known, ...shared]
        .filter((one) => one.length >= LONG && part.includes(one))
        .reduce((left, one) => left.replaceAll(one, ' '), part),
    )
    .filter((part) => /[A-Za-z]{3}/.test(part.replace(OF_A_DATE, '').replace(UNIT_OR_ID, '')))
    .join(' | ');
}

afterEach(closePage);

describe('in another language', () => {
  it.each(PAGES)('$path says nothing in English, as $as', async ({ as, path }) => {
    openPage(path, { as });
    await waitFor(() => {
      expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
      expect(queryClient.isFetching()).toBe(0);
      expect(document.querySelector('main [aria-busy=true]')).toBeNull();
    }, SLOW);
    const known = [...recordedTexts(as)].toSorted((a, b) => b.length - a.length);
    const texts = [...shown(document.body)];
    expect(texts.filter((text) => text.includes('⟦')).length).toBeGreaterThan(4);
    const english = texts.filter((text) => leftOver(text, known));
    expect([...new Set(english)]).toEqual([]);
  });
});
