import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  LiteralType,
  SchemaGenerator,
  UnionType,
  createFormatter,
  createParser,
  createProgram,
  type CompletedConfig,
  type Schema,
} from 'ts-json-schema-generator';
import ts from 'typescript';
import { FIELDS } from '../../common/intake/index.js';

export type { Schema };

/** The response according to a handler's declared type. */
export type Answer =
  | { kind: 'json'; type: string; list: boolean }
  | { kind: 'none' | 'file' | 'text' }
  /** A type without a name: it cannot be described. */
  | { kind: 'unnamed' };

export interface Declared {
  answer: Answer;
  /** The comment above the handler, if there is one. */
  summary: string | null;
}

/** Where the document stores its schemas. */
export const REF = '#/components/schemas/';
const inName = (name: string): string => name.replace(/[^\w.-]+/g, '_').replace(/_$/, '');

/** Converts the generator's dialect (draft 7) to that of OpenAPI 3.1 (2020-12). */
function asOpenApi(key: string, value: unknown): unknown {
  if (key === '$ref' && typeof value === 'string') return REF + inName(value.slice('#/definitions/'.length));
  if (typeof value !== 'object' || value === null || !('items' in value) || !Array.isArray(value.items))
    return value;
  const { items, ...rest } = value;
  return { ...rest, prefixItems: items };
}

/** The schemas of all exported types of common/api. */
export function answerSchemas(root: string): Record<string, Schema> {
  const config = {
    path: join(root, 'common/api/!(index).ts'),
    tsconfig: join(root, 'tsconfig.json'),
    type: '*',
    expose: 'export',
    skipTypeCheck: true,
    topRef: true,
    additionalProperties: false,
    jsDoc: 'basic',
    sortProps: false,
    encodeRefs: false,
  } as CompletedConfig;
  const program = createProgram(config);
  // The intake's field names are derived from constants, which the type parser does not read.
  const parser = createParser(program, config, (chain) =>
    chain.addNodeParser({
      supportsNode: (node) =>
        (node as { typeName?: { escapedText?: string } }).typeName?.escapedText === 'FieldName',
      createType: () => new UnionType(FIELDS.map(({ name }) => new LiteralType(name))),
    }),
  );
  const { definitions } = new SchemaGenerator(program, parser, createFormatter(config), config).createSchema(
    '*',
  );
  const named = Object.entries(definitions!).map(([name, schema]) => [inName(name), schema]);
  return JSON.parse(JSON.stringify(Object.fromEntries(named)), asOpenApi) as Record<string, Schema>;
}

function answerOf(type: ts.TypeNode | undefined, source: ts.SourceFile): Answer {
  if (!type) return { kind: 'unnamed' };
  const inner =
    ts.isTypeReferenceNode(type) && type.typeName.getText(source) === 'Promise'
      ? type.typeArguments![0]!
      : type;
  const given = ts.isUnionTypeNode(inner)
    ? inner.types.find((part) => part.kind !== ts.SyntaxKind.UndefinedKeyword)!
    : inner;
  if (given.kind === ts.SyntaxKind.VoidKeyword) return { kind: 'none' };
  if (given.kind === ts.SyntaxKind.StringKeyword) return { kind: 'text' };
  const list = ts.isArrayTypeNode(given);
  const name = list ? given.elementType : given;
  if (!ts.isTypeReferenceNode(name)) return { kind: 'unnamed' };
  const text = name.typeName.getText(source);
  return text === 'StreamableFile' ? { kind: 'file' } : { kind: 'json', type: text, list };
}

function summaryOf(member: ts.MethodDeclaration): string | null {
  const [comment] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  return comment ? (ts.getTextOfJSDocComment(comment.comment)?.replace(/\s+/g, ' ') ?? null) : null;
}

/** The declared response of each controller method, by `Class.method`. */
export function declaredAnswers(root: string): Map<string, Declared> {
  const folder = join(root, 'server');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.controllers?\.ts$/.test(file),
  );
  const found = new Map<string, Declared>();
  for (const file of files) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(folder, file), 'utf8'),
      ts.ScriptTarget.ES2024,
      true,
    );
    for (const statement of source.statements.filter(ts.isClassDeclaration))
      for (const member of statement.members.filter(ts.isMethodDeclaration)) {
        const where = `${statement.name!.text}.${member.name.getText(source)}`;
        if (!ts.getDecorators(member)?.length) continue;
        found.set(where, { answer: answerOf(member.type, source), summary: summaryOf(member) });
      }
  }
  return found;
}
