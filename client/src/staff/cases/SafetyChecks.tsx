import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { SafetyCheck } from '#common/api/index.js';
import { CHANGE_KINDS, SAFETY_QUESTIONS } from '#common/clinical/safety-check.js';
import { fieldByName } from '#common/intake/index.js';
import { optionLabel } from '../../shared/forms/index.js';
import { SAFETY_CHECK_WORDS as words } from '#common/vocabulary/safety-check-words.js';
import { formatDate, Panel } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { FactList } from '../kit/FactList.js';
import { SAFETY_CHECKS_TEXT as text } from './text/safety-checks.js';

const WRITTEN = ['vte_details', 'last_testosterone_on'];

/** One check's content: changes first, then side effects, then the answers. */
export function factsOf(check: SafetyCheck): (readonly [string, string])[] {
  const told = check.blood_pressure;
  const changes = CHANGE_KINDS.flatMap((kind) =>
    check.changes[kind] ? [[words.change[kind], check.changes[kind]] as const] : [],
  );
  const effects = check.side_effects
    .filter(({ severity }) => severity !== 'none')
    .map(({ key, severity, since }) => {
      const how = words.severity[severity].toLowerCase();
      return `${words.sideEffect[key]}: ${how}${since ? text.since(formatDate(since)) : ''}`;
    });
  return [
    ...(changes.length ? changes : [[text.changes, text.nothing] as const]),
    [text.sideEffects, effects.join('; ') || text.none],
    ...(told
      ? [[text.pressure, text.measured(`${told.systolic}/${told.diastolic}`, formatDate(told.on))] as const]
      : []),
    ...SAFETY_QUESTIONS.flatMap((question) => {
      const answer = check[question];
      if (!answer) return [];
      const label = question === 'location_state' ? text.state : fieldByName(question).label;
      return [[label, WRITTEN.includes(question) ? answer : optionLabel(answer)] as const];
    }),
  ];
}

/** The patient's answers between two intakes: the newest check, and earlier ones on demand. */
export function SafetyChecks({ detail }: { detail: CaseDetail }) {
  const [all, setAll] = useState(false);
  // Answers that an earlier version cached for an outage do not include them.
  const [newest, ...earlier] = detail.safety_checks ?? [];
  if (!newest) return null;
  return (
    <Panel
      title={text.title(formatDate(newest.at))}
      actions={
        earlier.length > 0 && (
          <Button size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? text.hide : text.earlier(earlier.length)}
          </Button>
        )
      }
    >
      <FactList facts={factsOf(newest)} />
      {all &&
        earlier.map((check) => (
          <Box key={check.id} sx={{ marginTop: 2, paddingTop: 2, borderTop: 1, borderColor: 'divider' }}>
            <FactList facts={[[text.date, formatDate(check.at)], ...factsOf(check)]} />
          </Box>
        ))}
    </Panel>
  );
}
