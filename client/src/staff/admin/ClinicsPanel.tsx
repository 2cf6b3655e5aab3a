import type { OverviewResponse } from '#common/api/index.js';
import { formatDate, formatNumber, Panel } from '../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { COCKPIT_TEXT } from './text/en.js';

const words = COCKPIT_TEXT.columns;
const heads = (names: readonly string[]) => names.map((name) => <Head key={name}>{name}</Head>);

/** The clinics beside each other where there are several, and the last weeks. */
export function ClinicsPanel({ clinics, trend }: Pick<OverviewResponse, 'clinics' | 'trend'>) {
  return (
    <>
      {clinics.length > 1 && (
        <Panel title={COCKPIT_TEXT.clinics} flush>
          <WorkTable
            label={COCKPIT_TEXT.clinics}
            head={heads([words.clinic, words.active, words.pending, words.intakes, words.overdue])}
          >
            {clinics.map((clinic) => (
              <Row key={clinic.org_id}>
                <Cell name={words.clinic}>{clinic.name}</Cell>
                <Cell name={words.active}>{formatNumber(clinic.active_cases)}</Cell>
                <Cell name={words.pending}>{formatNumber(clinic.pending_review)}</Cell>
                <Cell name={words.intakes}>{formatNumber(clinic.new_intakes)}</Cell>
                <Cell name={words.overdue}>{formatNumber(clinic.reviews_overdue)}</Cell>
              </Row>
            ))}
          </WorkTable>
        </Panel>
      )}
      <Panel title={COCKPIT_TEXT.weeks} flush>
        <WorkTable label={COCKPIT_TEXT.weeks} head={heads([words.week, words.newIntakes, words.approved])}>
          {trend.map((week) => (
            <Row key={week.week_of}>
              <Cell name={words.week}>{formatDate(week.week_of)}</Cell>
              <Cell name={words.newIntakes}>{formatNumber(week.new_intakes)}</Cell>
              <Cell name={words.approved}>{formatNumber(week.plans_approved)}</Cell>
            </Row>
          ))}
        </WorkTable>
      </Panel>
    </>
  );
}
