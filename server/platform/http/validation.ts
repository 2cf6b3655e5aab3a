import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance, Transform } from 'class-transformer';
import { IsOptional, ValidateIf, validate, type ValidationError } from 'class-validator';
import { unknownField, validationFailed } from '../errors/errors.js';
import { SHARED_TEXT } from '../text/en.js';

const NEVER_KEYS = ['__proto__', 'constructor', 'prototype'];

/** The key may be absent; null is not an answer. */
export const MaybeAbsent = () => ValidateIf((_, value) => value !== undefined);
/** The key may be absent, or null to clear. */
export const MaybeNull = () => IsOptional();

/** White space around a text is not part of it. */
export const Trimmed = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

function collect(
  errors: ValidationError[],
  path: string,
  fields: Record<string, string>,
  unknown: string[],
): void {
  for (const error of errors) {
    const name = path ? `${path}.${error.property}` : error.property;
    const constraints = error.constraints ?? {};
    if ('whitelistValidation' in constraints) unknown.push(name);
    else if (Object.keys(constraints).length) fields[name] = firstMessage(constraints);
    if (error.children?.length) collect(error.children, name, fields, unknown);
  }
}

/** What kind of value it must be, and whether it says anything, comes before how long or how large. */
const KINDS = ['isString', 'isInt', 'isNumber', 'isBoolean', 'isArray', 'isObject', 'inWords'];

function firstMessage(constraints: Record<string, string>): string {
  const kind = KINDS.find((k) => k in constraints);
  const text = kind ? constraints[kind]! : Object.values(constraints)[0]!;
  return text.endsWith('.') ? text : `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** Keys whose value is checked elsewhere against its own definition, and must reach it untouched. */
const asSent = (dto: object): readonly string[] => (dto as { asSent?: readonly string[] }).asSent ?? [];

const withoutAsSent = (dto: object, body: object): object =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !asSent(dto).includes(key)));

/** Hashed and never kept as text: a password may hold any character, and a link is judged as a link. */
const HASHED = ['password', 'confirm_password', 'current_password', 'token', 'session_token', 'code'];

/** NUL and halves of surrogate pairs: no text that PostgreSQL could keep as it was sent. */
const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Looks through a body for keys that are never taken and texts that cannot be stored. */
function inspect(value: unknown, path: string, found: { poisoned: string[]; unstorable: string[] }): void {
  if (typeof value === 'string' && !storable(value)) found.unstorable.push(path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const name = path ? `${path}.${key}` : key;
    if (NEVER_KEYS.includes(key)) found.poisoned.push(name);
    if (!HASHED.includes(key) || typeof inner !== 'string') inspect(inner, name, found);
  }
}

/** Validates a body against its DTO: unknown keys are refused, not dropped; types are taken as sent. */
export async function validateBody<T extends object>(dto: new () => T, body: unknown): Promise<T> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw validationFailed({}, SHARED_TEXT.requestBodyMustJsonObject);
  }
  const { poisoned, unstorable } = { poisoned: [] as string[], unstorable: [] as string[] };
  inspect(withoutAsSent(dto, body), '', { poisoned, unstorable });
  if (poisoned.length) throw unknownField(poisoned);
  if (unstorable.length) {
    throw validationFailed(
      Object.fromEntries(unstorable.map((name) => [name, SHARED_TEXT.textHoldsCharacterCannotStored])),
    );
  }
  const instance = plainToInstance(dto, withoutAsSent(dto, body));
  for (const key of asSent(dto))
    if (Object.hasOwn(body, key)) Object.assign(instance, { [key]: (body as Record<string, unknown>)[key] });
  const options = {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
  };
  const errors = await validate(instance, options);
  if (!errors.length) return instance;
  const fields: Record<string, string> = {};
  const unknown: string[] = [];
  collect(errors, '', fields, unknown);
  if (unknown.length) throw unknownField(unknown);
  throw validationFailed(fields);
}

@Injectable()
export class BodyValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type !== 'body' || !metatype || metatype === Object || metatype === String) return value;
    return validateBody(metatype as new () => object, value ?? {});
  }
}
