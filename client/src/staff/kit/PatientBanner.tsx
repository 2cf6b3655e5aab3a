import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { formatDate } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {name}
      </Box>
      <Box
        component="dd"
        sx={{ margin: 0, fontWeight: 600, fontSize: '0.9375rem', overflowWrap: 'anywhere' }}
      >
        {children}
      </Box>
    </Box>
  );
}

interface PersonFactsProps {
  name?: string;
  mrn: string;
  /** The patient's own intake answer; null before the intake. */
  intake: { dob: string | null; age?: number | null; allergies: string | null } | null;
}

/** Patient identity: date of birth, age, MRN, allergies. On every clinical screen and in every approval dialog. */
export function PersonFacts({ name, mrn, intake }: PersonFactsProps) {
  return (
    <Box
      component="dl"
      className="tabular"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px 28px', margin: 0 }}
    >
      {name && <Fact name="Patient">{name}</Fact>}
      <Fact name="DOB">
        {formatDate(intake?.dob)}
        {intake?.age != null && ` (${intake.age})`}
      </Fact>
      <Fact name="MRN">{mrn}</Fact>
      <Fact name="Allergies">{intake ? intake.allergies || 'none reported' : 'no intake yet'}</Fact>
    </Box>
  );
}

/** The same for the patient of a case. */
export function PatientFacts({ detail, name }: { detail: CaseDetail; name?: string }) {
  return <PersonFacts name={name} mrn={detail.case.mrn} intake={detail.intake_summary} />;
}
