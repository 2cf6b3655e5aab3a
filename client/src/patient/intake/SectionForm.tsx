import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';
import type { EmergencyKind } from '#common/emergency/emergency-kinds.js';
import {
  derivedStopBang,
  fieldsOfSection,
  isShown,
  isUnderAge,
  redFlags,
  sectionByNumber,
  type FieldDefinition,
  type FieldGroup,
  type FieldName,
  type IntakeData,
  type IntakeValue,
} from '#common/intake/index.js';
import { FieldQuestion, FORM_TEXT, WhyWeAsk } from '../../shared/forms/index.js';
import { useEmergencyDetector } from '../../shared/emergency/useEmergency.js';
import { visuallyHidden } from '../../shared/ui/index.js';
import { RedFlagPanel } from './RedFlagPanel.js';
import { useToday } from '../kit/useToday.js';
import { INTAKE_TEXT } from './text/en.js';

interface SectionProps {
  number: number;
  data: IntakeData;
  errors: Readonly<Record<string, string>>;
  onChange: (name: FieldName, value: IntakeValue | undefined) => void;
  onLeave: (name: FieldName) => void;
}

/** From this many yes/no questions on, one press can answer No to all that are unanswered. */
const MANY = 3;
/** Questions where No does not mean "none of these": a consent, or a fact about the patient. */
const invitesNo = (fields: readonly FieldDefinition[]): boolean =>
  fields.every((field) => field.section !== 10 && field.name !== 'stopbang_male');

export function SectionForm(props: SectionProps) {
  const { number, data } = props;
  const section = sectionByNumber(number);
  const fields = fieldsOfSection(number);
  const flagged = new Map<FieldName, EmergencyKind[]>();
  const seen = new Set<EmergencyKind>();
  const detector = useEmergencyDetector();
  for (const flag of redFlags(data, detector)) {
    // Once per section is enough for each kind.
    if (!fields.some((field) => field.name === flag.field) || seen.has(flag.kind)) continue;
    seen.add(flag.kind);
    flagged.set(flag.field, [...(flagged.get(flag.field) ?? []), flag.kind]);
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
      {section.groups.map((group, index) => (
        <Group
          key={group.title}
          id={`group-${number}-${index}`}
          group={group}
          fields={fields.filter((field) => field.group === group.title)}
          flagged={flagged}
          {...props}
        />
      ))}
    </Box>
  );
}

interface GroupProps extends SectionProps {
  id: string;
  group: FieldGroup;
  fields: readonly FieldDefinition[];
  flagged: ReadonlyMap<FieldName, EmergencyKind[]>;
}

function Group({ id, group, fields, flagged, data, errors, onChange, onLeave }: GroupProps) {
  const shown = fields.filter((field) => isShown(field, data));
  const yesNo = shown.filter((field) => field.type === 'boolean' && !field.mustBeTrue && !field.showIf);
  const open = yesNo.filter((field) => data[field.name] === undefined);
  const offerRest = yesNo.length >= MANY && open.length > 0 && invitesNo(fields);
  const runs = inRuns(shown);
  const parts = runs.map((run) => (
    <Run key={run[0]?.name} follows={run[0]?.showIf !== undefined}>
      {run.map((field) => (
        <Fragment key={field.name}>
          <div>
            <FieldQuestion
              field={field}
              value={data[field.name]}
              error={errors[field.name]}
              onChange={onChange}
              onLeave={onLeave}
              action={field.name === 'signature_date' && <TodayButton onChange={onChange} />}
            />
            <DerivedNote field={field} data={data} />
          </div>
          {flagged.get(field.name)?.map((kind) => (
            <RedFlagPanel key={kind} kind={kind} />
          ))}
        </Fragment>
      ))}
    </Run>
  ));
  if (offerRest) {
    const last = runs.findLastIndex((run) => run.some((field) => yesNo.includes(field)));
    // Right after the questions it answers and the last one's follow-ups.
    const at = last + (runs[last + 1]?.[0]?.showIf ? 2 : 1);
    parts.splice(at, 0, <RestNo key="rest" group={group} open={open} onChange={onChange} />);
  }
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
        <Typography id={id} variant="h2">
          {group.title}
        </Typography>
        {group.hint && <Typography sx={{ color: 'text.secondary' }}>{group.hint}</Typography>}
        {group.why && <WhyWeAsk>{group.why}</WhyWeAsk>}
      </Box>
      {parts}
    </Box>
  );
}

/** Answers all unanswered yes/no questions of a group with one press. */
function RestNo({
  group,
  open,
  onChange,
}: Pick<GroupProps, 'group' | 'onChange'> & { open: readonly FieldDefinition[] }) {
  return (
    <Box>
      <Button
        variant="outlined"
        onClick={() => {
          for (const field of open) onChange(field.name, false);
        }}
      >
        {INTAKE_TEXT.restNo}
        <Box component="span" sx={visuallyHidden}>
          {INTAKE_TEXT.restNoFor(group.title)}
        </Box>
      </Button>
    </Box>
  );
}

/** The questions in order, with consecutive follow-ups grouped. */
function inRuns(fields: readonly FieldDefinition[]): FieldDefinition[][] {
  const runs: FieldDefinition[][] = [];
  for (const field of fields) {
    const last = runs.at(-1);
    if (field.showIf && last?.[0]?.showIf) last.push(field);
    else runs.push([field]);
  }
  return runs;
}

/** Indents follow-ups below the answer that triggered them. */
function Run({ follows, children }: { follows: boolean; children: ReactNode }) {
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 3,
        ...(follows && { paddingLeft: 2.25, borderLeft: `3px solid ${theme.vars.palette.portal.border}` }),
      })}
    >
      {children}
    </Box>
  );
}

function TodayButton({ onChange }: Pick<SectionProps, 'onChange'>) {
  const today = useToday();
  return (
    <Button variant="outlined" sx={{ minHeight: 46 }} onClick={() => onChange('signature_date', today)}>
      {INTAKE_TEXT.today}
    </Button>
  );
}

/** Under a date of birth: that the patient is too young. Under a STOP-BANG item derived from other answers: where it comes from, or that they disagree. */
function DerivedNote({ field, data }: { field: FieldDefinition; data: IntakeData }) {
  const today = useToday();
  if (field.name === 'dob') return isUnderAge(data.dob, today) && <Note warn>{FORM_TEXT.underAge}</Note>;
  if (field.section !== 7) return null;
  const known: Readonly<Partial<Record<FieldName, boolean>>> = derivedStopBang(data, today);
  const derived = known[field.name];
  const answer = data[field.name];
  if (field.name === 'stopbang_tired' && answer === undefined && data.daytime_sleepiness === true) {
    return <Note>{INTAKE_TEXT.tiredHint}</Note>;
  }
  if (derived === undefined || typeof answer !== 'boolean') return null;
  return answer === derived ? (
    <Note>{INTAKE_TEXT.fromEarlier}</Note>
  ) : (
    <Note warn>{INTAKE_TEXT.contradicts}</Note>
  );
}

function Note({ warn = false, children }: { warn?: boolean; children: ReactNode }) {
  return (
    <Typography
      role={warn ? 'status' : undefined}
      variant="body2"
      sx={{ marginTop: 0.75, color: warn ? 'warning.main' : 'text.secondary', fontWeight: warn ? 600 : 400 }}
    >
      {children}
    </Typography>
  );
}
