import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/** Files that are words and nothing else, or that no person outside of the team reads. */
const CATALOGS = [
  /\/text\//,
  /[tT]ext\.ts$/,
  /words\.ts$/i,
  /\.spec\.tsx?$/,
  /articles?\.ts$/,
  /^server\/(demo|mail|education|schema|config|keys|jobs|lab-gateway|cockpit|fhir-export)\//,
  /^server\/(main|startup-block)\.ts$/,
  /^server\/platform\/(logging|metrics|lifecycle|crypto)\//,
];
/** Failures that operators and programs read, and sentences that are stored as they are written. */
const OTHER_READERS =
  /^(?:Error|RangeError|TypeError|ConfigError|BadKeySet|BackupKeyError|ChainBroken|VolatileDatabaseError|Refused|Unusable|TryLater|oauthError|malformed|busy|unknownPooler|refusedByPooler|RegExp|console\.\w+|(?:this\.)?(?:logger|log|pen)\.\w+|this\.evaluations\.raise|compose)$/;
const SENTENCE = /^[A-Z“][^\n]*\s[^\n]*[.?!]$/;
const WORDS = /[A-Za-z]{2}/;
const LABEL = /^[A-Z][a-z’]+(?:[ …,.:?!]|$)/;
/** Attributes that a person reads or hears. */
const SPOKEN = /^(?:alt|label|name|placeholder|text|title|helperText|aria-label|aria-description)$/;

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .filter((path) => !CATALOGS.some((catalog) => catalog.test(path)));

function sourceOf(path: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind);
}

/** A text of the source, "{}" for what is put in; null for any other node. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

/** Whether a text is an argument of a failure that is not shown to people. */
function forOthers(node: ts.Node): boolean {
  for (let at = node.parent; at && !ts.isFunctionLike(at) && !ts.isStatement(at); at = at.parent)
    if ((ts.isCallExpression(at) || ts.isNewExpression(at)) && OTHER_READERS.test(at.expression.getText()))
      return true;
  return ts.isThrowStatement(node.parent?.parent) && OTHER_READERS.test(node.parent.getText().slice(4, 30));
}

function literalWords(path: string): string[] {
  const source = sourceOf(path);
  const found: string[] = [];
  const add = (node: ts.Node, text: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path}:${line + 1} ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && WORDS.test(node.text)) add(node, node.text);
    const spoken =
      ts.isJsxAttribute(node) && SPOKEN.test(node.name.getText()) && node.initializer
        ? textOf(node.initializer)
        : null;
    if (spoken && LABEL.test(spoken)) add(node, spoken);
    const text = textOf(node);
    if (text && SENTENCE.test(text) && !forOthers(node)) add(node, text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('words that a person reads', () => {
  it('stand in the text of their room, and not in the code of the client', () => {
    expect(files('client/src').flatMap(literalWords)).toEqual([]);
  });

  it('nor in the refusals of the server', () => {
    expect(files('server').flatMap(literalWords)).toEqual([]);
  });
});
