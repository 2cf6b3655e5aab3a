import { AppError, databaseUnavailable, overloaded, readOnly, storageFull } from './errors.js';

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '08000',
  '08001',
  '08003',
  '08006',
  '53300', // too_many_connections
]);
/** No room for one more byte: PostgreSQL's own code, and those of the file system. */
const FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EFBIG']);
/** read_only_sql_transaction: a standby, or a server that was told to take no changes. */
const READ_ONLY_CODE = '25006';
/** What the pool says when every connection stays taken for too long. */
const POOL_TIMEOUT = /timeout exceeded when trying to connect/i;
const CONNECTION_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Driver not Connected|is not established/i;

interface DriverError {
  code?: string;
  message?: string;
  driverError?: DriverError;
}

function driverError(error: unknown): DriverError {
  const outer = error as DriverError;
  return outer?.driverError ?? outer ?? {};
}

export const databaseErrorCode = (error: unknown): string | undefined => driverError(error).code;

/** What a database failure means to the person who waits, or null when it is none of these. */
export function fromDatabaseError(error: unknown): AppError | null {
  const { code, message = '' } = driverError(error);
  if (code && FULL_CODES.has(code)) return storageFull();
  if (code === READ_ONLY_CODE) return readOnly();
  // 40001 reaches a reader on a standby whose rows are being replaced, and a writer after its last attempt.
  if (code === '57014' || code === '55P03' || code === '40001' || code === '40P01') return overloaded();
  if ((code && CONNECTION_CODES.has(code)) || CONNECTION_WORDS.test(message)) return databaseUnavailable();
  return null;
}

/** Whether the database could not be reached, or left in the middle of it. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'database_unavailable'
    : fromDatabaseError(error)?.code === 'database_unavailable';

export const isPoolTimeout = (error: unknown): boolean => POOL_TIMEOUT.test(driverError(error).message ?? '');

/** Whether the database takes no changes: it answered, and wrote nothing. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof AppError ? error.parts.readOnly === true : databaseErrorCode(error) === READ_ONLY_CODE;

/** Whether the database reads, and could not write: for what may be written later, or not at all. */
export const isUnwritable = (error: unknown): boolean => isStorageFull(error) || isReadOnly(error);

/** Whether there was no room to write, in the database or on the disk of this process. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'storage_full'
    : fromDatabaseError(error)?.code === 'storage_full';

/** Failures that vanish when the transaction is run again. */
export function isSerializationFailure(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === '40001' || code === '40P01';
}

/** Somebody else held what was needed for too long. */
export const isLockTimeout = (error: unknown): boolean => databaseErrorCode(error) === '55P03';

/** A value that PostgreSQL does not take: nothing of the statement was written. */
export const isDataFault = (error: unknown): boolean => /^2[23]/.test(databaseErrorCode(error) ?? '');

export const isUniqueViolation = (error: unknown): boolean => databaseErrorCode(error) === '23505';
