/** The common fields of every list response. */
export interface ListMeta {
  total: number;
  total_is_estimate?: boolean;
  /** Rows of this page that were left out: their records need a reason first, or belong to the clinic's providers. */
  withheld?: number;
  source: string;
  as_of: string;
}
/** Marks a response without its own source field while the database is down: it is an earlier one, repeated. */
export interface MaybeKept {
  source?: string;
  as_of?: string;
}
/** Whether the portal is alive, and whether it is ready. */
export interface HealthResponse {
  status: 'ok' | 'unavailable';
}
export type SortOrder = 'ASC' | 'DESC';
