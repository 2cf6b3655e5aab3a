/** What every list answer carries beside its named array. */
export interface ListMeta {
  total: number;
  total_is_estimate?: boolean;
  source: string;
  as_of: string;
}
/** What an answer without a source of its own carries while the database is away: it is an earlier one, given again. */
export interface MaybeKept {
  source?: string;
  as_of?: string;
}
/** Whether the portal runs, and whether it can serve. */
export interface HealthResponse {
  status: 'ok' | 'unavailable';
}
export type SortOrder = 'ASC' | 'DESC';
