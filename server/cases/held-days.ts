/** Days on which the therapy of a case was on hold since a day, in SQL; holds that overlap count once. */
export const heldDaysSince = (caseId: string, since: string, zone = `'UTC'`): string =>
  `COALESCE((SELECT sum(upper(g) - lower(g)) FROM (SELECT unnest(range_agg(
    daterange(h.since, GREATEST(h.since, (COALESCE(h.ended_at, now()) AT TIME ZONE ${zone})::date)) * daterange(${since}, NULL))) AS g
    FROM therapy_holds h WHERE h.case_id = ${caseId}) held), 0)::int`;
