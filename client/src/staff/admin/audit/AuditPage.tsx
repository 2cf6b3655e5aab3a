import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState, type MouseEvent } from 'react';
import { useGetList } from 'react-admin';
import type { AdminUser, AuditEvent } from '#common/api/index.js';
import { shortId } from '#common/vocabulary/index.js';
import {
  formatDateTime,
  formatNumber,
  humanize,
  Notice,
  Page,
  saveFile,
  StatusChip,
} from '#client/shared/ui/index.js';
import { explained } from '../../forms/Failure.js';
import { ListFrame } from '../../lists/ListFrame.js';
import { useStaff } from '../../data/useStaff.js';
import { Column, StaffTable } from '../../lists/StaffTable.js';
import { useStaffList } from '../../lists/useStaffList.js';
import { auditCsv } from '../../data/adminActs.js';
import { AUDIT_TEXT as words } from '../text/en.js';
import { isUuid } from '../../kit/uuid.js';
import { AuditFilters } from './AuditFilters.js';
import { NONE, useAuditFilter, type FilterForm } from './useAuditFilter.js';

const PER_PAGE = 50;
const TONE = { success: 'success', denied: 'warning', failure: 'danger' } as const;

/** /admin/audit: who did what. Filters that name people stay out of the URL. */
export default function AuditPage() {
  const { place, applied, filter, bound, apply, page, setPage } = useAuditFilter();
  const list = useStaffList<AuditEvent>('audit', {
    place,
    filter: { ...filter, ...bound },
    perPage: PER_PAGE,
    live: false,
    setPage: (next) => setPage(next, newest()),
  });
  const { data, total } = list;
  /** The newest event of the first page, when that page is shown. */
  function newest(): number | undefined {
    return page === 1 && !list.isPlaceholderData ? data?.[0]?.seq : undefined;
  }
  const narrowed = Object.keys(filter).length > 0;
  return (
    <Page title={words.title} width={1440} count={data ? total : undefined} lead={words.lead}>
      <Verify filter={filter} onClear={narrowed ? () => apply(NONE) : undefined} />
      <AuditFilters key={JSON.stringify(applied)} applied={applied} onApply={apply} />
      <ListFrame
        title={words.title}
        list={list}
        failed={words.failed}
        loading={words.loading}
        empty={{ title: words.none, hint: words.noneHint }}
        noMatch={narrowed ? { words, onClear: () => apply(NONE) } : undefined}
      >
        <AuditTable rows={data ?? []} onOnly={(only) => apply({ ...applied, ...only })} />
      </ListFrame>
    </Page>
  );
}

interface Verdict {
  tone: 'success' | 'danger' | 'neutral';
  text: string;
}
interface VerifyProps {
  filter: Record<string, string>;
  /** Clears the filters; undefined when none are set. */
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
      // Failing to check says nothing about the log.
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

interface AuditTableProps {
  rows: AuditEvent[];
  /** Filters the log by one actor or one patient. */
  onOnly: (only: Partial<FilterForm>) => void;
}
function AuditTable({ rows, onOnly }: AuditTableProps) {
  const { columns } = words;
  const names = useNames(rows);
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<AuditEvent> source="seq" fixed label={columns.seq} end render={(event) => event.seq} />
      <Column<AuditEvent>
        source="at"
        label={columns.at}
        oneLine
        render={(event) => formatDateTime(event.at)}
      />
      <Column<AuditEvent>
        source="actor_id"
        label={columns.actor}
        render={({ actor_id: id, actor_role: role }) =>
          id ? (
            <IdText
              id={id}
              name={names.get(id)}
              after={role ? humanize(role) : ''}
              onOnly={(actor) => onOnly({ actor })}
              only={words.onlyActor}
            />
          ) : (
            words.system
          )
        }
      />
      <Column<AuditEvent>
        source="action"
        fixed
        label={columns.action}
        sx={{ maxWidth: 340, overflowWrap: 'anywhere' }}
        render={(event) => (
          <>
            {event.action}
            <Detail detail={event.detail} />
          </>
        )}
      />
      <Column<AuditEvent>
        source="target_id"
        label={columns.target}
        render={({ target_id: id, target_type: type }) => id && <IdText id={id} after={humanize(type)} />}
      />
      <Column<AuditEvent>
        source="patient_id"
        label={columns.patient}
        render={({ patient_id: id }) =>
          id && <IdText id={id} onOnly={(patient) => onOnly({ patient })} only={words.onlyPatient} />
        }
      />
      <Column<AuditEvent>
        source="outcome"
        label={columns.outcome}
        render={({ outcome }) => (
          <StatusChip tone={TONE[outcome as keyof typeof TONE] ?? 'neutral'}>{outcome}</StatusChip>
        )}
      />
    </StaffTable>
  );
}

const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (value === null || value === undefined) return words.nothing;
  if (typeof value === 'string') return isUuid(value) ? shortId(value) : value;
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, one]) => `${humanize(name).toLowerCase()} ${inWords(one)}`)
    .join(', ');
};

/** What an administrator changed, or where a user was refused. */
function Detail({ detail }: { detail: AuditEvent['detail'] }) {
  if (!detail) return null;
  return (
    <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
      {Object.entries(detail)
        .map(([name, value]) => [humanize(name), inWords(value)])
        .filter(([, value]) => value)
        .map((pair) => pair.join(': '))
        .join(' · ')}
    </Box>
  );
}

/** The names behind the ids, as far as this administrator may know them. */
function useNames(rows: AuditEvent[]): Map<string, string> {
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
  return new Map(data?.map(({ id, email, display_name: name }) => [id, name ? `${name}, ${email}` : email]));
}

interface IdTextProps {
  id: string;
  name?: string | undefined;
  after?: string;
  only?: (shown: string) => string;
  onOnly?: (id: string) => void;
}
/** The first characters; the whole id on hover. Pressing it filters the log by this id. */
function IdText({ id, name, after = '', only, onOnly }: IdTextProps) {
  const shown = name ?? shortId(id);
  const look = name ? 'tabular' : 'tabular one-line';
  return (
    <Box component="span" title={id} sx={{ overflowWrap: 'anywhere' }}>
      {only && onOnly ? (
        <Link
          component="button"
          type="button"
          className={look}
          aria-label={only(shown)}
          onClick={() => onOnly(id)}
          sx={{ fontSize: 'inherit', minHeight: 24, verticalAlign: 'baseline', textAlign: 'left' }}
        >
          {shown}
        </Link>
      ) : (
        <span className={look}>{shown}</span>
      )}
      {after && ` ${after}`}
    </Box>
  );
}
