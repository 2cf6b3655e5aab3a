import Box from '@mui/material/Box';
import type { NoPlan } from '#common/api/index.js';
import { PATIENT_REASONS, type PatientReason } from '#common/clinical/rules/patient-reasons.js';
import { DASHBOARD_TEXT } from './text/en.js';

const REASONS: Readonly<Record<string, PatientReason | undefined>> = PATIENT_REASONS;

/** Why no plan could be drafted, and what to do about each reason. */
export default function NoPlanReasons({ noPlan }: { noPlan: NoPlan }) {
  const reasons = noPlan.reasons.flatMap((key) => {
    const reason = REASONS[key];
    return reason ? [{ key, ...reason }] : [];
  });
  if (reasons.length === 0 && !noPlan.in_person) return null;
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1.5, paddingLeft: 2.5, marginBlock: 2 }}>
      {reasons.map(({ key, why, what }) => (
        <li key={key}>
          <Box sx={{ fontWeight: 600 }}>{why}</Box>
          {what}
        </li>
      ))}
      {noPlan.in_person && <li>{DASHBOARD_TEXT.plan.inPerson}</li>}
    </Box>
  );
}
