/** What an administrator set up for an organization, and where it sends what it knows. */
export interface SetUp {
  org_id: string;
  kind: 'webhook' | 'app' | 'laboratory';
  name: string;
}
export type FindSetUp = (userId: string) => Promise<SetUp[]>;

/**
 * The columns that say who set something up: the name, and whether they no longer administer the organization. Row-level
 * security may hide who never worked in it, so users are joined with LEFT JOIN.
 * @param maker the alias of users
 * @param org the column of the organization
 */
export const madeBy = (maker: string, org: string): string =>
  `COALESCE(${maker}.display_name, ${maker}.email, 'Someone of another organization') AS created_by,
  ${maker}.id IS NULL OR NOT (${maker}.status = 'active' AND 'system_admin' = ANY(${maker}.roles)
    AND (${maker}.org_id IS NULL OR ${maker}.org_id = ${org})) AS maker_left`;
