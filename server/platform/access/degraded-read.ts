import { SetMetadata } from '@nestjs/common';

export const DEGRADED_READ = 'degraded-read';

/** `own`: the handler needs no database. Else what the last good answer is marked with when it is given again. */
export type DegradedRead = 'own' | Readonly<{ source?: string; case_source?: string }>;

/** This GET still answers while the database is away; without it a route answers 503. */
export const WithoutDatabase = (how: DegradedRead) => SetMetadata(DEGRADED_READ, how);
