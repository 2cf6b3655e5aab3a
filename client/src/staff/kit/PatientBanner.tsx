import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { formatDate, withDates } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { PhoneLink } from './PhoneLink.js';
import { PATIENT_BANNER_TEXT, PERSON_TEXT as words } from './text/en.js';

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

/** About one line of a dialog. */
const LINE_LENGTH = 60;
/** A long list does not push the rules below it out of view: its beginning, and the rest on demand. */
function Bounded({ text, lines, all }: { text: string; lines: number; all: string }) {
  const [whole, setWhole] = useState(false);
  const long = text.length > lines * LINE_LENGTH || text.split('\n').length > lines;
  return (
    <>
      <Box
        component="span"
        sx={{
          display: 'block',
          whiteSpace: 'pre-line',
          ...(long &&
            !whole && {
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: lines,
              overflow: 'hidden',
            }),
        }}
      >
        {text}
      </Box>
      {long && (
        <Button size="small" aria-expanded={whole} onClick={() => setWhole(!whole)} sx={{ marginLeft: -0.5 }}>
          {whole ? words.less : all}
        </Button>
      )}
    </>
  );
}

function Medicines({ text, brief }: { text: string; brief: boolean }) {
  const count = text.split(/[\n;,]+/).filter((one) => one.trim()).length;
  return <Bounded text={text} lines={brief ? 1 : 3} all={words.all(count)} />;
}

interface PersonFactsProps {
  name?: string;
  mrn: string;
  /** The patient's own intake answer; null before the intake. */
  intake: {
    dob: string | null;
    age?: number | null;
    allergies: string | null;
    /** Absent where nothing is prescribed. */
    current_medications?: string | null;
  } | null;
  /** Absent where no one calls the patient; null without a number on file. */
  phone?: string | null;
  /** Above a page it stays in view, and a long list would cover what is below. */
  brief?: boolean;
  /** Who to call if the patient does not answer. */
  emergency?: { name: string | null; phone: string | null };
}

/** Patient identity: date of birth, age, MRN, allergies, medicines. On every clinical screen and in every approval dialog. */
export function PersonFacts({ name, mrn, intake, phone, emergency, brief = false }: PersonFactsProps) {
  return (
    <Box
      component="dl"
      className="tabular"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px 28px', margin: 0 }}
    >
      {name && <Fact name={PATIENT_BANNER_TEXT.patient}>{name}</Fact>}
      {phone !== undefined && (
        <Fact name={PATIENT_BANNER_TEXT.phone}>{phone ? <PhoneLink phone={phone} /> : words.noPhone}</Fact>
      )}
      {emergency?.phone && (
        <Fact name={words.emergencyContact(emergency.name)}>
          <PhoneLink phone={emergency.phone} />
        </Fact>
      )}
      <Fact name={PATIENT_BANNER_TEXT.dob}>
        {formatDate(intake?.dob)}
        {intake?.age != null && ` (${intake.age})`}
      </Fact>
      <Fact name={PATIENT_BANNER_TEXT.mrn}>{mrn}</Fact>
      <Fact name={PATIENT_BANNER_TEXT.allergies}>
        <Bounded
          text={intake ? withDates(intake.allergies || words.noneReported) : words.noIntake}
          lines={brief ? 2 : 4}
          all={words.allAllergies}
        />
      </Fact>
      {intake?.current_medications !== undefined && (
        <Fact name={PATIENT_BANNER_TEXT.medicines}>
          <Medicines text={withDates(intake.current_medications || words.noneReported)} brief={brief} />
        </Fact>
      )}
    </Box>
  );
}

interface PatientFactsProps {
  detail: CaseDetail;
  name?: string;
  /** Shows how to reach the patient, in an emergency the emergency contact too. */
  call?: 'patient' | 'emergency';
  brief?: boolean;
}

/** The same for the patient of a case. */
export function PatientFacts({ detail, name, call, brief = false }: PatientFactsProps) {
  // Answers that an earlier version cached for an outage do not include it.
  const contact = detail.contact as CaseDetail['contact'] | undefined;
  return (
    <PersonFacts
      name={contact?.unsent_name ?? name}
      mrn={detail.case.mrn}
      intake={detail.intake_summary}
      brief={brief}
      {...(call && { phone: contact?.phone ?? null })}
      {...(call === 'emergency' && {
        emergency: {
          name: contact?.emergency_contact_name ?? null,
          phone: contact?.emergency_contact_phone ?? null,
        },
      })}
    />
  );
}
