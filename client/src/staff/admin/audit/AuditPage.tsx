import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState, type FormEvent, type MouseEvent } from 'react';
import { useGetList } from 'react-admin';
import type { AdminUser, AuditEvent } from '../../../../../common/api/index.js';
import { shortId } from '../../../../../common/vocabulary/index.js';
import {
  formatDateTime,
  formatNumber,
  humanize,
  Notice,
  Page,
  Panel,
  saveFile,
  StatusChip,
} from '../../../shared/ui/index.js';
import { explained } from '../../kit/Failure.js';
import { ChoiceFilter } from '../../kit/Filters.js';
import { ListBody } from '../../kit/ListBody.js';
import { SmallField } from '../../kit/SmallField.js';
import { useStaff } from '../../kit/useStaff.js';
import { Cell, Head, Pager, Row, WorkTable } from '../../kit/Worklist.js';
import { auditCsv } from '../adminActs.js';
import { AUDIT_TEXT as words } from '../text/en.js';
import { isUuid } from '../uuid.js';

const PER_PAGE = 50;
const OUTCOMES = ['success', 'denied', 'failure'] as const;
const TONE = { success: 'success', denied: 'warning', failure: 'danger' } as const;
const NONE = { action: '', actor_id: '', patient_id: '', outcome: '', from: '', to: '' };
type FilterForm = typeof NONE;

/** The day after: "until the 3rd" means the whole of the 3rd. */
function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

function toFilter(form: FilterForm): Record<string, string> {
  const trimmed = Object.entries(form).map(([name, value]) => [name, value.trim()] as const);
  const filter = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  if (filter['to']) filter['to'] = dayAfter(filter['to']);
  return filter;
}

/** /admin/audit: who did what. Ids in filters stay out of the address bar. */
export default function AuditPage() {
  const [form, setForm] = useState(NONE);
  const [applied, setApplied] = useState(NONE);
  const [page, setPage] = useState(1);
  const filter = toFilter(applied);
  const list = useGetList<AuditEvent>(
    'audit',
    { pagination: { page, perPage: PER_PAGE }, sort: { field: 'seq', order: 'DESC' }, filter },
    { placeholderData: (before: unknown) => before as never },
  );
  const { data, total = 0 } = list;
  const narrowed = Object.keys(filter).length > 0;
  function apply(next: FilterForm) {
    setPage(1);
    setForm(next);
    setApplied(next);
  }
  return (
    <Page title={words.title} width={1440} count={data ? total : undefined} lead={words.lead}>
      <Verify filter={filter} onClear={narrowed ? () => apply(NONE) : undefined} />
      <AuditFilters form={form} onChange={setForm} onApply={() => apply(form)} />
      <Panel title={words.title} flush hideTitle>
        <ListBody
          list={list}
          failed={words.failed}
          loading={words.loading}
          empty={{ title: words.none, hint: words.noneHint }}
          noMatch={narrowed ? { words, onClear: () => apply(NONE) } : undefined}
        >
          {(rows) => (
            <>
              <AuditTable rows={rows} onOnly={(only) => apply({ ...applied, ...only })} />
              <Pager page={page} perPage={PER_PAGE} total={total} onPage={setPage} />
            </>
          )}
        </ListBody>
      </Panel>
    </Page>
  );
}

interface Verdict {
  tone: 'success' | 'danger' | 'neutral';
  text: string;
}
interface VerifyProps {
  filter: Record<string, string>;
  /** Where the log is narrowed. */
  onClear: (() => void) | undefined;
}
function Verify({ filter, onClear }: VerifyProps) {
  const staff = useStaff();
  const [state, setState] = useState<Verdict | null>(null);
  const [busy, setBusy] = useState<'verify' | 'csv' | null>(null);
  const query = Object.keys(filter).length > 0 ? `?filter=${encodeURIComponent(JSON.stringify(filter))}` : '';
  async function verify() {
    setBusy('verify');
    setState(null);
    try {
      const { ok, checked, first_bad_seq } = await staff.verifyAudit();
      setState(
        ok
          ? { tone: 'success', text: words.verified(formatNumber(checked)) }
          : { tone: 'danger', text: words.broken(String(first_bad_seq)) },
      );
    } catch (error) {
      // That nobody could look says nothing about the log.
      setState({ tone: 'neutral', text: `${words.verifyFailed} ${explained(error) || words.tryLater}` });
    }
    setBusy(null);
  }
  async function save(event: MouseEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy('csv');
    setState(null);
    try {
      saveFile(await staff.getAuditCsv(query), 'audit.csv');
    } catch (error) {
      setState({ tone: 'danger', text: `${words.csvFailed} ${explained(error) || words.tryLater}` });
    }
    setBusy(null);
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', marginBottom: 2 }}>
      <Button variant="outlined" loading={busy === 'verify'} onClick={() => void verify()}>
        {words.verify}
      </Button>
      <Button
        variant="outlined"
        component="a"
        href={auditCsv(query)}
        download
        aria-busy={busy === 'csv'}
        onClick={(event) => void save(event)}
      >
        {words.csv}
      </Button>
      {onClear && <Button onClick={onClear}>{words.showAll}</Button>}
      <Box role="status" sx={{ flex: '1 1 320px' }}>
        {state && <Notice tone={state.tone}>{state.text}</Notice>}
      </Box>
    </Box>
  );
}

interface AuditFiltersProps {
  form: FilterForm;
  onChange: (form: FilterForm) => void;
  onApply: () => void;
}
function AuditFilters({ form, onChange, onApply }: AuditFiltersProps) {
  const [checked, setChecked] = useState(false);
  const fault = (id: string) => (checked && id.trim() && !isUuid(id.trim()) ? words.idFault : null);
  const set = (name: keyof FilterForm) => (value: string) => onChange({ ...form, [name]: value });
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if ([form.actor_id, form.patient_id].every((id) => !id.trim() || isUuid(id.trim()))) onApply();
  }
  return (
    <Box
      component="form"
      role="search"
      onSubmit={submit}
      noValidate
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(124px, 100%), 1fr))',
        gap: 1.5,
        alignItems: 'start',
        marginBottom: 2,
      }}
    >
      <SmallField
        id="audit-action"
        label={words.action}
        value={form.action}
        onChange={set('action')}
        hint={words.actionHint}
      />
      <SmallField
        id="audit-actor"
        label={words.actor}
        value={form.actor_id}
        onChange={set('actor_id')}
        error={fault(form.actor_id)}
      />
      <SmallField
        id="audit-patient"
        label={words.patient}
        value={form.patient_id}
        onChange={set('patient_id')}
        error={fault(form.patient_id)}
      />
      <ChoiceFilter
        id="audit-outcome"
        label={words.outcome}
        value={form.outcome}
        onChange={set('outcome')}
        all={words.all}
        options={OUTCOMES.map((value) => ({ value, label: humanize(value) }))}
      />
      <SmallField id="audit-from" type="date" label={words.from} value={form.from} onChange={set('from')} />
      <SmallField id="audit-to" type="date" label={words.to} value={form.to} onChange={set('to')} />
      <Button
        type="submit"
        variant="contained"
        sx={{ marginTop: { sm: '25px' }, minHeight: 40, gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      >
        {words.apply}
      </Button>
    </Box>
  );
}

interface AuditTableProps {
  rows: AuditEvent[];
  /** Narrows the log to one actor or one patient. */
  onOnly: (only: Partial<FilterForm>) => void;
}
function AuditTable({ rows, onOnly }: AuditTableProps) {
  const { columns } = words;
  const emails = useEmails(rows);
  return (
    <WorkTable
      label={words.title}
      stackBelow="lg"
      head={
        <>
          <Head end>{columns.seq}</Head>
          <Head>{columns.at}</Head>
          <Head>{columns.actor}</Head>
          <Head>{columns.action}</Head>
          <Head>{columns.target}</Head>
          <Head>{columns.patient}</Head>
          <Head>{columns.outcome}</Head>
        </>
      }
    >
      {rows.map((event) => (
        <Row key={event.id}>
          <Cell name={columns.seq} end>
            {event.seq}
          </Cell>
          <Cell name={columns.at} oneLine>
            {formatDateTime(event.at)}
          </Cell>
          <Cell name={columns.actor}>
            {event.actor_id ? (
              <IdText
                id={event.actor_id}
                name={emails.get(event.actor_id)}
                after={event.actor_role ? humanize(event.actor_role) : ''}
                onOnly={(id) => onOnly({ actor_id: id })}
                only={words.onlyActor}
              />
            ) : (
              words.system
            )}
          </Cell>
          <Cell name={columns.action}>{event.action}</Cell>
          <Cell name={columns.target} blank={!event.target_id}>
            {event.target_id && <IdText id={event.target_id} after={humanize(event.target_type)} />}
          </Cell>
          <Cell name={columns.patient} blank={!event.patient_id}>
            {event.patient_id && (
              <IdText
                id={event.patient_id}
                onOnly={(id) => onOnly({ patient_id: id })}
                only={words.onlyPatient}
              />
            )}
          </Cell>
          <Cell name={columns.outcome}>
            <StatusChip tone={TONE[event.outcome as keyof typeof TONE] ?? 'neutral'}>
              {event.outcome}
            </StatusChip>
          </Cell>
        </Row>
      ))}
    </WorkTable>
  );
}

/** Who stands behind the ids, as far as this administrator may know them. */
function useEmails(rows: AuditEvent[]): Map<string, string> {
  const ids = [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))].sort();
  const { data } = useGetList<AdminUser>(
    'users',
    {
      pagination: { page: 1, perPage: ids.length },
      sort: { field: 'email', order: 'ASC' },
      filter: { id: ids },
    },
    { enabled: ids.length > 0 },
  );
  return new Map(data?.map(({ id, email }) => [id, email]));
}

interface IdTextProps {
  id: string;
  name?: string | undefined;
  after?: string;
  only?: (shown: string) => string;
  onOnly?: (id: string) => void;
}
/** The first characters; the whole id for who points at it. Pressed, the log shows nothing else. */
function IdText({ id, name, after = '', only, onOnly }: IdTextProps) {
  const shown = name ?? shortId(id);
  return (
    <Box component="span" title={id} sx={{ overflowWrap: 'anywhere' }}>
      {only && onOnly ? (
        <Link
          component="button"
          type="button"
          className="tabular"
          aria-label={only(shown)}
          onClick={() => onOnly(id)}
          sx={{ fontSize: 'inherit', minHeight: 24, verticalAlign: 'baseline', textAlign: 'left' }}
        >
          {shown}
        </Link>
      ) : (
        <span className="tabular">{shown}</span>
      )}
      {after && ` ${after}`}
    </Box>
  );
}
