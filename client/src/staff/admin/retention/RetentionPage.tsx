import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RetentionResponse } from '#common/api/index.js';
import { formatDate, Loading, LoadError, Page, Panel, TextLink } from '#client/shared/ui/index.js';
import { useStaff } from '../../data/useStaff.js';
import { Cell, Head, Row, WorkTable } from '../../lists/Worklist.js';
import { RETENTION_TEXT as words } from '../text/retention.js';

/** /admin/retention: the schedule, closing accounts and legal holds. */
export default function RetentionPage() {
  const staff = useStaff();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => staff.getRetention(signal),
  });
  return (
    <Page title={words.title} lead={words.lead} width={1180}>
      {error && !data && (
        <LoadError
          error={error}
          message={words.failed}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!error && !data && <Loading rows={6} label={words.loading} />}
      {data && (
        <Stack spacing={2.5}>
          <Closings rows={data.closings} />
          <Holds rows={data.holds} />
          <Schedule rows={data.schedule} />
        </Stack>
      )}
    </Page>
  );
}

interface TableProps {
  title: string;
  columns: Readonly<Record<string, string>>;
  empty?: string;
  children: ReactNode[];
}
function Table({ title, columns, empty, children }: TableProps) {
  if (children.length === 0)
    return (
      <Panel title={title}>
        <Typography sx={{ color: 'text.secondary' }}>{empty}</Typography>
      </Panel>
    );
  return (
    <Panel title={title} flush>
      <WorkTable
        label={title}
        head={Object.values(columns).map((name) => (
          <Head key={name}>{name}</Head>
        ))}
      >
        {children}
      </WorkTable>
    </Panel>
  );
}

const Patient = ({ id, mrn, name }: { id: string; mrn: string; name: string | null }) => (
  <TextLink to={`/trt/provider/patients/${id}`}>{name ?? mrn}</TextLink>
);

function Closings({ rows }: { rows: RetentionResponse['closings'] }) {
  const columns = words.closingColumns;
  return (
    <Table title={words.closings} columns={columns} empty={words.noClosings}>
      {rows.map((row) => (
        <Row key={row.patient_id}>
          <Cell name={columns.patient}>
            <Patient id={row.patient_id} mrn={row.mrn} name={row.name} />
          </Cell>
          <Cell name={columns.asked}>{formatDate(row.requested_at)}</Cell>
          <Cell name={columns.closes}>{formatDate(row.closes_at)}</Cell>
          <Cell name={columns.hold}>{row.on_hold ? words.onHold : words.notOnHold}</Cell>
        </Row>
      ))}
    </Table>
  );
}

function Holds({ rows }: { rows: RetentionResponse['holds'] }) {
  const columns = words.holdColumns;
  return (
    <Table title={words.holds} columns={columns} empty={words.noHolds}>
      {rows.map((row) => (
        <Row key={row.patient_id}>
          <Cell name={columns.patient}>
            <Patient id={row.patient_id} mrn={row.mrn} name={row.name} />
          </Cell>
          <Cell name={columns.since}>{formatDate(row.placed_at)}</Cell>
          <Cell name={columns.by}>{row.placed_by}</Cell>
          <Cell name={columns.reason}>{row.reason}</Cell>
        </Row>
      ))}
    </Table>
  );
}

function Schedule({ rows }: { rows: RetentionResponse['schedule'] }) {
  const columns = words.scheduleColumns;
  return (
    <Table title={words.schedule} columns={columns}>
      {rows.map((row) => (
        <Row key={row.what}>
          <Cell name={columns.what}>{row.what}</Cell>
          <Cell name={columns.kept}>{row.kept}</Cell>
          <Cell name={columns.ends}>{words.ends[row.ends]}</Cell>
          <Cell name={columns.source}>{row.source}</Cell>
        </Row>
      ))}
    </Table>
  );
}
