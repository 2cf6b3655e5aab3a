// Puts the words of the client in brackets, as a language of its own would: what a page shows without them is no word of a file of words.
import swc from '@swc/jest';
import ts from 'typescript';

const WORDS = /\/client\/src\/.*(?:\/text\/(?!locale\.).+|[a-z]Text|\/text)\.ts$/;

/** `export const A = {…}` as `export const A = globalThis.bracketed({…})`. */
function inBrackets(source, path) {
  const ends = [];
  for (const statement of ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true).statements) {
    const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!exported || !ts.isVariableStatement(statement)) continue;
    for (const { initializer } of statement.declarationList.declarations)
      if (initializer) ends.push([initializer.getStart(), 'globalThis.bracketed('], [initializer.end, ')']);
  }
  return ends.toReversed().reduce((text, [at, added]) => text.slice(0, at) + added + text.slice(at), source);
}

export default {
  createTransformer(options) {
    const transformer = swc.createTransformer(options);
    const change = (source, path) => (WORDS.test(path) ? inBrackets(source, path) : source);
    return {
      ...transformer,
      canInstrument: false,
      getCacheKey: (source, path, rest) => `brackets-3-${transformer.getCacheKey(source, path, rest)}`,
      process: (source, path, rest) => transformer.process(change(source, path), path, rest),
      processAsync: async (source, path, rest) => transformer.process(change(source, path), path, rest),
    };
  },
};
