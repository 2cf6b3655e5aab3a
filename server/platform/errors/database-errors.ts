import { AppError, databaseUnavailable } from './errors.js';

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
  if (code === '53100') {
    return new AppError(
      503,
      'storage_full',
      'The service cannot store anything right now. Nothing was saved.',
      { retryAfterS: 30 },
    );
  }
  if (code === '57014' || code === '55P03') {
    return new AppError(503, 'overloaded', 'The service is busy. Please try again in a moment.', {
      retryAfterS: 2,
    });
  }
  if ((code && CONNECTION_CODES.has(code)) || CONNECTION_WORDS.test(message)) return databaseUnavailable();
  return null;
}

/** Whether the database could not be reached, or left in the middle of it. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'database_unavailable'
    : fromDatabaseError(error)?.code === 'database_unavailable';

/** Failures that vanish when the transaction is run again. */
export function isSerializationFailure(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === '40001' || code === '40P01';
}

export const isUniqueViolation = (error: unknown): boolean => databaseErrorCode(error) === '23505';
