import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { StaffRefillRequest } from '#common/api/index.js';
import { SEVERITY_TONE } from '#common/vocabulary/index.js';
import { REFILL_TONE } from '../../shared/refills/tone.js';
import { formatDate, StatusChip } from '../../shared/ui/index.js';
import { quantityText } from '../../shared/ui/quantity.js';
import type { CsvColumns } from '../lists/listCsv.js';
import { PatientName } from '../kit/PatientName.js';
import { ActsColumn, Column, StaffTable } from '../lists/StaffTable.js';
import { decisionsOn, openAsks } from './decisions.js';
import { Reported } from './Reported.js';
import { REFILLS_TEXT as words } from './text/en.js';

const MUTED = { color: 'text.secondary' } as const;

export const REFILL_CSV: CsvColumns<StaffRefillRequest> = {
  [words.patient]: (request) => request.patient_name,
  MRN: (request) => request.mrn,
  [words.order]: ({ drug, dose, frequency }) => `${drug}, ${dose}, ${frequency}`,
  Requested: (request) => request.requested_on,
  'Runs out': (request) => request.supply.run_out_on,
  State: (request) => words.state[request.state],
  [words.owner]: (request) => request.owner,
  Due: (request) => request.due_by,
  [words.outFirst]: (request) => (request.runs_out_before_due ? words.yes : ''),
};

const isOpen = ({ state }: StaffRefillRequest): boolean => decisionsOn(state).length > 0;

interface RefillTableProps {
  onDecide: ((request: StaffRefillRequest) => void) | undefined;
}

export function RefillTable({ onDecide }: RefillTableProps) {
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<StaffRefillRequest>
        source="patient"
        fixed
        label={words.patient}
        unlabeled
        render={(request) => (
          <PatientName name={request.patient_name} mrn={request.mrn} to={`/trt/cases/${request.case_id}`} />
        )}
      />
      <Column<StaffRefillRequest>
        source="order"
        fixed
        label={words.order}
        // Whatever the other columns say, a name of a drug is read as words.
        sx={{ minWidth: { lg: 170 } }}
        render={(request) => <Requested request={request} />}
      />
      <Column<StaffRefillRequest>
        source="supply"
        label={words.supply}
        render={(request) => <SupplyFacts request={request} />}
      />
      <Column<StaffRefillRequest>
        source="decides"
        fixed
        label={words.decides}
        render={(request) => <WhatDecides request={request} />}
      />
      <Column<StaffRefillRequest>
        source="owner"
        label={words.owner}
        render={(request) => <Owner request={request} />}
      />
      <ActsColumn<StaffRefillRequest>
        label={words.decision}
        render={(request) =>
          onDecide &&
          isOpen(request) && (
            <Button
              size="small"
              variant="outlined"
              aria-label={words.decideOf(request.patient_name)}
              onClick={() => onDecide(request)}
            >
              {words.decide}
            </Button>
          )
        }
      />
    </StaffTable>
  );
}

function Requested({ request }: { request: StaffRefillRequest }) {
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {request.drug}
      <Box sx={MUTED}>
        {request.dose}, {request.frequency}
      </Box>
      <Box sx={MUTED}>{words.asked(formatDate(request.requested_on))}</Box>
      {request.reason && <Box sx={{ maxWidth: '34ch' }}>{words.said(request.reason)}</Box>}
      <Reported request={request} />
    </Box>
  );
}

function Owner({ request }: { request: StaffRefillRequest }) {
  const {
    state,
    owner,
    overdue,
    due_by: dueBy,
    runs_out_before_due: outFirst,
    results_on: resultsOn,
    visit_on: visitOn,
  } = request;
  const due = words.due(formatDate(dueBy));
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <StatusChip tone={REFILL_TONE[state]}>{words.state[state]}</StatusChip>
      {resultsOn && isOpen(request) && (
        <StatusChip wraps tone="info">
          {words.resultsCame(formatDate(resultsOn))}
        </StatusChip>
      )}
      {visitOn && isOpen(request) && (
        <StatusChip wraps tone="info">
          {words.visitHeld(formatDate(visitOn))}
        </StatusChip>
      )}
      <span>{owner}</span>
      {overdue ? (
        <StatusChip wraps tone="danger">
          {words.overdue}, {due}
        </StatusChip>
      ) : (
        <Box component="span" sx={MUTED}>
          {due}
        </Box>
      )}
      {outFirst && (
        <StatusChip wraps tone="danger">
          {words.outFirst}
        </StatusChip>
      )}
    </Box>
  );
}

/** How long the supply lasts, by the fills and by the patient's own count. */
export function SupplyFacts({ request }: { request: StaffRefillRequest }) {
  const { supply, doses_left: dosesLeft, signs } = request;
  const { run_out_on: runOut, days_left: left, earliest_fill_on: earliest } = supply;
  const inHand = supply.doses_left ?? null;
  const known = inHand ?? (runOut === null ? 0 : null);
  const tooMany = known !== null && dosesLeft !== null && dosesLeft > known;
  const lines = [
    runOut && left !== null
      ? `${words.daysLeft(left)}, ${(left < 0 ? words.ranOut : words.runsOut)(formatDate(runOut))}`
      : words.neverFilled,
    inHand !== null && words.dosesByLog(inHand, supply.doses_short === true),
    dosesLeft !== null && words.dosesLeft(dosesLeft),
    supply.new_prescription_needed ? words.newOrder : words.refillsLeft(supply.refills_left),
    supply.open_rest &&
      words.rest(
        quantityText(supply.open_rest.quantity, supply.formulation),
        supply.open_rest.days,
        formatDate(supply.open_rest.until),
      ),
    earliest && words.earliest(formatDate(earliest)),
    signs.share !== null && words.elapsed(signs.share),
  ].filter((line) => typeof line === 'string');
  return (
    <Box className="tabular" sx={{ display: 'grid', gap: '2px' }}>
      {lines.map((line, index) => (
        <Box key={line} sx={index === 0 ? { fontWeight: 600 } : MUTED}>
          {line}
        </Box>
      ))}
      {tooMany && (
        <Box>
          <StatusChip wraps tone="warning">
            {inHand === null ? words.noneFilled(dosesLeft) : words.countsDiffer(dosesLeft, inHand)}
          </StatusChip>
        </Box>
      )}
    </Box>
  );
}

/** By whom and when something was asked for that has not come. */
const askedLines = (request: StaffRefillRequest): string[] =>
  openAsks(request).flatMap(({ what, by, at, missing, days }) => [
    words.askedOf[what](by, formatDate(at), missing),
    ...(days ? [words.drawOn(formatDate(days[0]), formatDate(days[1]))] : []),
  ]);

/** Holds, warning signs and unmet gates, each with its date. */
export function WhatDecides({ request }: { request: StaffRefillRequest }) {
  const { signs, gates, on_hold: onHold, findings, early, history_unread: unread, supply } = request;
  const asked = askedLines(request);
  // Labs that were asked for are named with their days.
  const named = request.asked?.labs?.draw_from !== undefined;
  const open = gates.filter(({ met, key }) => !met && !(named && key === 'labs'));
  const clear =
    !onHold &&
    !supply.in_clinic &&
    !early &&
    !request.doses_unexplained &&
    !unread &&
    asked.length === 0 &&
    findings.length === 0 &&
    signs.signs.length === 0 &&
    open.length === 0;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, maxWidth: 320 }}>
      {clear && (
        <StatusChip wraps tone="success">
          {words.inOrder}
        </StatusChip>
      )}
      {findings.map((rule) => (
        <StatusChip key={rule.rule_key} wraps tone={SEVERITY_TONE[rule.severity]}>
          {rule.title}
        </StatusChip>
      ))}
      {unread && (
        <StatusChip wraps tone="warning">
          {words.unread}
        </StatusChip>
      )}
      {asked.map((line) => (
        <StatusChip key={line} wraps tone="warning">
          {line}
        </StatusChip>
      ))}
      {supply.in_clinic && (
        <StatusChip wraps tone="warning">
          {words.inClinic}
        </StatusChip>
      )}
      {onHold && (
        <StatusChip wraps tone="danger">
          {words.onHold}
        </StatusChip>
      )}
      {early && signs.signs.length === 0 && (
        <StatusChip wraps tone="warning">
          {words.sign.rx_early_refill}
        </StatusChip>
      )}
      {signs.signs.map((sign) => (
        <StatusChip key={sign} wraps tone="warning">
          {words.sign[sign]} {sign === 'stock_in_hand' && words.inHand(signs.days_in_hand)}
        </StatusChip>
      ))}
      {open.map(({ key, due_on }) => (
        <StatusChip key={key} wraps tone="warning">
          {words.gate[key]}
          {due_on && `, ${formatDate(due_on)}`}
        </StatusChip>
      ))}
    </Box>
  );
}
