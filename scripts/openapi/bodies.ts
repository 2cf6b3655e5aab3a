import { createRequire } from 'node:module';
import type { Type } from '@nestjs/common';
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js';
import { IS_ISO8601, IS_OPTIONAL, MATCHES, ValidationTypes, getMetadataStorage } from 'class-validator';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { REF, type Schema } from './answers.js';

/** Where class-transformer stores the types of nested bodies; it does not export it by name. */
const { defaultMetadataStorage } = createRequire(import.meta.url)('class-transformer/cjs/storage.js') as {
  defaultMetadataStorage: MetadataStorage;
};

const DAY = { type: 'string', format: 'date' } as const;

const cases = (part: string): string => part.toUpperCase() + part.toLowerCase();
const KEPT = String.raw`\\p\{[^}]*\}|\\.`;
const IN_CLASS = new RegExp(String.raw`${KEPT}|\p{L}-\p{L}|\p{L}`, 'gu');
const OUTSIDE = new RegExp(String.raw`${KEPT}|\[(?:\\.|[^\]])*\]|\p{L}`, 'gu');

/** Patterns of a schema have no flags: what is read in any case has each letter in both. */
function pattern({ source, flags }: RegExp): string {
  if (!flags.includes('i')) return source;
  return source.replace(OUTSIDE, (part) => {
    if (part.startsWith('\\')) return part;
    if (!part.startsWith('[')) return `[${cases(part)}]`;
    return part.replace(IN_CLASS, (inner) => (inner.startsWith('\\') ? inner : cases(inner)));
  });
}

/** Our own validation rules, by registered name. */
const OWN_RULES = {
  [ValidationTypes.CUSTOM_VALIDATION]: {},
  [IS_ISO8601]: { type: 'string', format: 'date-time' },
  [MATCHES]: ({ constraints }: { constraints: [RegExp] }): Schema => ({
    type: 'string',
    pattern: pattern(constraints[0]),
  }),
  versionMap: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
  inWords: { type: 'string' },
  calendarDay: DAY,
  calendarDate: DAY,
} as const;

function nullable(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

/** The schema of a body as its class validates it; nested classes are named and passed to `also`. */
export function bodySchema(dto: Type, also: (child: Type) => void): Schema {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  const schema = targetConstructorToSchema(dto, {
    classTransformerMetadataStorage: defaultMetadataStorage,
    refPointerPrefix: REF,
    additionalConverters: OWN_RULES as never,
  }) as Schema;
  const properties: Record<string, Schema> = { ...(schema.properties as Record<string, Schema>) };
  for (const { propertyName, name } of metadata)
    if (name === IS_OPTIONAL) properties[propertyName] = nullable(properties[propertyName]!);
  for (const key of (dto as { asSent?: readonly string[] }).asSent ?? []) properties[key] ??= {};
  for (const { propertyName } of metadata) {
    const child = defaultMetadataStorage.findTypeMetadata(dto, propertyName)?.typeFunction() as
      | Type
      | undefined;
    if (child) also(child);
  }
  return { type: 'object', ...schema, properties, additionalProperties: false };
}
