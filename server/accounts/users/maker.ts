/** What an administrator set up for an organization, and where it sends what it knows. */
export interface SetUp {
  /** null: for a system-wide administrator. */
  org_id: string | null;
  kind: 'webhook' | 'app' | 'laboratory' | 'pharmacy' | 'account';
  name: string;
}
export type FindSetUp = (userId: string) => Promise<SetUp[]>;

/** SQL: whether a user administers an organization now. */
export const administersNow = (user: string, org: string): string =>
  `(${user}.status = 'active' AND 'system_admin' = ANY(${user}.roles) AND (${user}.org_id IS NULL OR ${user}.org_id = ${org}))`;

/**
 * The columns that say who set something up: the name, and whether they no longer administer the organization. Row-level
 * security may hide who never worked in it, so users are joined with LEFT JOIN.
 * @param maker the alias of users
 * @param org the column of the organization
 */
export const madeBy = (maker: string, org: string): string =>
  `COALESCE(${maker}.display_name, ${maker}.email, 'Someone of another organization') AS created_by,
  ${maker}.id IS NULL OR NOT ${administersNow(maker, org)} AS maker_left`;
