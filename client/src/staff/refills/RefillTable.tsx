import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { StaffRefillRequest } from '../../../../common/api/index.js';
import { SEVERITY_TONE } from '../../../../common/vocabulary/index.js';
import { REFILL_TONE } from '../../shared/refills/tone.js';
import { formatDate, StatusChip, TextLink } from '../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../kit/Worklist.js';
import { decisionsOn } from './decisions.js';
import { REFILLS_TEXT as words } from './text/en.js';

const MUTED = { color: 'text.secondary' } as const;

interface RefillTableProps {
  rows: StaffRefillRequest[];
  onDecide: ((request: StaffRefillRequest) => void) | undefined;
}

export function RefillTable({ rows, onDecide }: RefillTableProps) {
  return (
    <WorkTable
      label={words.title}
      stackBelow="lg"
      head={
        <>
          <Head>{words.patient}</Head>
          <Head>{words.order}</Head>
          <Head>{words.supply}</Head>
          <Head>{words.decides}</Head>
          <Head>{words.owner}</Head>
          <Head end>{words.decision}</Head>
        </>
      }
    >
      {rows.map((request) => (
        <Line key={request.id} request={request} onDecide={onDecide && (() => onDecide(request))} />
      ))}
    </WorkTable>
  );
}

function Line({ request, onDecide }: { request: StaffRefillRequest; onDecide: (() => void) | undefined }) {
  const { patient_name: name, state } = request;
  return (
    <Row>
      <Cell>
        <Box sx={{ minWidth: 110 }}>
          <TextLink to={`/trt/cases/${request.case_id}`} bold>
            {name}
          </TextLink>
          <Box className="tabular" sx={MUTED}>
            {request.mrn}
          </Box>
        </Box>
      </Cell>
      <Cell name={words.order}>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {request.drug}
          <Box sx={MUTED}>
            {request.dose}, {request.frequency}
          </Box>
          <Box sx={MUTED}>{words.asked(formatDate(request.requested_on))}</Box>
          {request.reason && <Box sx={{ maxWidth: '34ch' }}>{words.said(request.reason)}</Box>}
        </Box>
      </Cell>
      <Cell name={words.supply}>
        <SupplyFacts request={request} />
      </Cell>
      <Cell name={words.decides}>
        <WhatDecides request={request} />
      </Cell>
      <Cell name={words.owner}>
        <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
          <StatusChip tone={REFILL_TONE[state]}>{words.state[state]}</StatusChip>
          <span>{request.owner}</span>
          {request.overdue ? (
            <StatusChip tone="danger">
              {words.overdue}, {words.due(formatDate(request.due_by))}
            </StatusChip>
          ) : (
            <Box component="span" sx={MUTED}>
              {words.due(formatDate(request.due_by))}
            </Box>
          )}
        </Box>
      </Cell>
      <Cell end blank={!onDecide || decisionsOn(state).length === 0}>
        {onDecide && decisionsOn(state).length > 0 && (
          <Button size="small" variant="outlined" aria-label={words.decideOf(name)} onClick={onDecide}>
            {words.decide}
          </Button>
        )}
      </Cell>
    </Row>
  );
}

/** How long the supply lasts, by the fills and by the patient's own count. */
export function SupplyFacts({ request }: { request: StaffRefillRequest }) {
  const { supply, doses_left: dosesLeft, signs } = request;
  const { run_out_on: runOut, days_left: left, earliest_fill_on: earliest } = supply;
  const lines = [
    runOut && left !== null
      ? `${words.daysLeft(left)}, ${(left < 0 ? words.ranOut : words.runsOut)(formatDate(runOut))}`
      : words.neverFilled,
    dosesLeft !== null && words.dosesLeft(dosesLeft),
    supply.new_prescription_needed ? words.newOrder : words.refillsLeft(supply.refills_left),
    supply.open_rest &&
      words.rest(supply.open_rest.quantity, supply.open_rest.days, formatDate(supply.open_rest.until)),
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
    </Box>
  );
}

/** Holds, warning signs and unmet gates, each with its date. */
export function WhatDecides({ request }: { request: StaffRefillRequest }) {
  const { signs, gates, on_hold: onHold, findings, early } = request;
  const open = gates.filter(({ met }) => !met);
  const clear = !onHold && !early && findings.length === 0 && signs.signs.length === 0 && open.length === 0;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, maxWidth: 320 }}>
      {clear && <StatusChip tone="success">{words.inOrder}</StatusChip>}
      {findings.map((rule) => (
        <StatusChip key={rule.rule_key} tone={SEVERITY_TONE[rule.severity]}>
          {rule.title}
        </StatusChip>
      ))}
      {onHold && <StatusChip tone="danger">{words.onHold}</StatusChip>}
      {early && signs.signs.length === 0 && (
        <StatusChip tone="warning">{words.sign.rx_early_refill}</StatusChip>
      )}
      {signs.signs.map((sign) => (
        <StatusChip key={sign} tone="warning">
          {words.sign[sign]} {sign === 'stock_in_hand' && words.inHand(signs.days_in_hand)}
        </StatusChip>
      ))}
      {open.map(({ key, due_on }) => (
        <StatusChip key={key} tone="warning">
          {words.gate[key]}
          {due_on && `, ${formatDate(due_on)}`}
        </StatusChip>
      ))}
    </Box>
  );
}
