import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { IsOptional, ValidateIf, validate, type ValidationError } from 'class-validator';
import { unknownField, validationFailed } from '../errors/errors.js';

const NEVER_KEYS = ['__proto__', 'constructor', 'prototype'];

/** The key may be absent; null is not an answer. */
export const MaybeAbsent = () => ValidateIf((_, value) => value !== undefined);
/** The key may be absent, or null to clear. */
export const MaybeNull = () => IsOptional();

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
    else if (Object.keys(constraints).length) fields[name] = sentence(Object.values(constraints)[0]!);
    if (error.children?.length) collect(error.children, name, fields, unknown);
  }
}

const sentence = (text: string): string =>
  /^[A-Z].*\.$/.test(text) ? text : `${text[0]!.toUpperCase()}${text.slice(1)}.`;

/** Keys whose value is checked elsewhere against its own definition, and must reach it untouched. */
const asSent = (dto: object): readonly string[] => (dto as { asSent?: readonly string[] }).asSent ?? [];

const withoutAsSent = (dto: object, body: object): object =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !asSent(dto).includes(key)));

/** Validates a body against its DTO: unknown keys are refused, not dropped; types are taken as sent. */
export async function validateBody<T extends object>(dto: new () => T, body: unknown): Promise<T> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw validationFailed({}, 'The request body must be a JSON object.');
  }
  const poisoned = NEVER_KEYS.filter((k) => Object.hasOwn(body, k));
  if (poisoned.length) throw unknownField(poisoned);
  const instance = plainToInstance(dto, withoutAsSent(dto, body));
  for (const key of asSent(dto))
    if (Object.hasOwn(body, key)) Object.assign(instance, { [key]: (body as Record<string, unknown>)[key] });
  const options = {
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: true,
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
