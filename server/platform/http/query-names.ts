import { SetMetadata } from '@nestjs/common';

export const QUERY_NAMES = 'query-names';

/** The parameters of a query that the handler reads whole, for the description of the calls. */
export const QueryNames = (...names: string[]) => SetMetadata(QUERY_NAMES, names);
