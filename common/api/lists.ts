/** What every list answer carries beside its named array. */
export interface ListMeta {
  total: number;
  total_is_estimate?: boolean;
  source: string;
  as_of: string;
}
export type SortOrder = 'ASC' | 'DESC';
