import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { FiredRule } from '#common/api/index.js';
import { evidenceText, isIdle } from '#common/clinical/evidence-text.js';
import type { Evidence } from '#common/clinical/evidence.js';
import { ALERT_SEVERITIES, SEVERITY_TONE } from '#common/vocabulary/index.js';
import { StatusChip } from '../../shared/ui/index.js';
import { inputName } from './words.js';
import { EVIDENCE_TEXT as words } from './text/en.js';

/** Most severe first; ties follow the order of the rule set. */
export const bySeverity = <T extends { severity: FiredRule['severity'] }>(rules: readonly T[]): T[] =>
  rules.toSorted((a, b) => ALERT_SEVERITIES.indexOf(a.severity) - ALERT_SEVERITIES.indexOf(b.severity));

/** Each value with its limit and age, on one line. */
export function EvidenceLine({ evidence }: { evidence: readonly Evidence[] }) {
  const measured = evidence.filter((one) => one.value !== null && !isIdle(one));
  if (measured.length === 0) return null;
  return (
    <Box className="tabular" sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      {measured.map((input, at) => (
        <span key={`${input.name} ${input.threshold ?? ''}`}>
          {at > 0 && ' · '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {inputName(input.name)}
          </Box>{' '}
          <Box component="span" sx={{ fontWeight: 600 }}>
            {evidenceText(input)}
          </Box>
        </span>
      ))}
    </Box>
  );
}

/** Rules before a decision: critical and warning ones with their values; notes and all sources behind one disclosure. */
export function RuleEvidence({ rules }: { rules: readonly FiredRule[] }) {
  const sorted = bySeverity(rules);
  const notes = sorted.filter(isNote);
  const serious = sorted.filter((rule) => !isNote(rule));
  if (sorted.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {serious.length > 0 && <RuleList rules={serious} />}
      <Box component="details">
        <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content', fontSize: '0.875rem' }}>
          {notes.length > 0 ? words.notes(notes.length) : words.sources}
        </Box>
        <Box sx={{ display: 'grid', gap: 1, marginTop: 1 }}>
          {notes.length > 0 && <RuleList rules={notes} />}
          <Sources rules={sorted} />
        </Box>
      </Box>
    </Box>
  );
}

const isNote = ({ severity }: FiredRule): boolean => severity === 'info';

function Sources({ rules }: { rules: readonly FiredRule[] }) {
  return (
    <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5, fontSize: '0.8125rem', color: 'text.secondary' }}>
      {rules.map((rule) => (
        <li key={rule.rule_key}>
          {rule.title}: <Source evidence={rule.evidence} version={rule.version} />
        </li>
      ))}
    </Box>
  );
}

function RuleList({ rules }: { rules: readonly FiredRule[] }) {
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1, margin: 0, padding: 0, listStyle: 'none' }}>
      {rules.map((rule) => (
        <Box
          key={rule.rule_key}
          component="li"
          sx={(theme) => ({
            paddingLeft: 1.5,
            borderLeft: `4px solid ${theme.vars.palette.portal.tones[SEVERITY_TONE[rule.severity]].ink}`,
          })}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' }}>
            <Box component="span" sx={{ fontWeight: 650 }}>
              {rule.title}
            </Box>
            <StatusChip tone={SEVERITY_TONE[rule.severity]}>{rule.severity}</StatusChip>
          </Box>
          {rule.recommendation && <Box sx={{ fontSize: '0.9375rem' }}>{rule.recommendation}</Box>}
          <EvidenceLine evidence={rule.evidence} />
          <ReadFirst evidence={rule.evidence} />
        </Box>
      ))}
    </Box>
  );
}

/** Where what no one has read is read. */
const READ_AT = {
  messages_to_review: { to: '/trt/provider/messages', label: words.openMessages },
  lab_reports_waiting_since: { to: '/trt/provider/lab-reports', label: words.openLabReports },
};
const isRead = (name: string): name is keyof typeof READ_AT => Object.hasOwn(READ_AT, name);

/** In a tab of its own: a decision that is half typed stays. */
function ReadFirst({ evidence }: { evidence: readonly Evidence[] }) {
  return evidence.map(
    ({ name, value }) =>
      value !== null &&
      isRead(name) && (
        <Box key={name}>
          <Link href={READ_AT[name].to} target="_blank" rel="noreferrer">
            {READ_AT[name].label}
          </Link>
        </Box>
      ),
  );
}

/** Every source of these values, once. */
export function SourceLine({ evidence }: { evidence: readonly Evidence[] }) {
  const measured = evidence.filter((one) => one.value !== null && !isIdle(one));
  const sources = [...new Map(measured.map((one) => [one.source_id, one])).values()];
  return sources.map((one, at) => (
    <span key={one.source_id}>
      {at > 0 && ' · '}
      <Source evidence={[one]} version={null} />
    </span>
  ));
}

/** The rule's source with its year, and the rule version that was evaluated. */
export function Source({ evidence, version }: { evidence: readonly Evidence[]; version: number | null }) {
  const [first] = evidence;
  if (!first) return null;
  return (
    <>
      {first.url ? (
        <Link href={first.url} target="_blank" rel="noreferrer" color="inherit">
          {first.citation}
        </Link>
      ) : (
        first.citation
      )}
      {version !== null && ` · ${words.version(version)}`}
    </>
  );
}
