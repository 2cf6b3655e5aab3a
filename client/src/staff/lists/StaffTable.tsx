import MuiTableHead from '@mui/material/TableHead';
import MuiTableRow from '@mui/material/TableRow';
import type { SxProps } from '@mui/material/styles';
import { Children, isValidElement, type ReactNode } from 'react';
import {
  DataTable,
  DataTableBody,
  DataTableRow,
  useDataTableRenderContext,
  useDataTableSortContext,
  useRecordContext,
  type RaRecord,
} from 'react-admin';
import { ColumnsMenu } from './ColumnsMenu.js';
import { tableLook, type StackBelow } from './tableLook.js';

interface StaffTableProps {
  label: string;
  stackBelow?: StackBelow;
  /** One `Column` for each. */
  children: ReactNode;
}

/**
 * The rows of the list around it, as react-admin's table: users choose and order its columns.
 * The roles are explicit because a row that becomes a block would lose the table semantics.
 */
export function StaffTable({ label, stackBelow = 'md', children }: StaffTableProps) {
  const columns = Children.toArray(children).flatMap((child) =>
    isValidElement<ColumnProps<RaRecord>>(child) ? [child.props] : [],
  );
  return (
    <>
      <ColumnsMenu columns={columns.filter((one) => one.source !== undefined && !one.fixed)} />
      <DataTable
        aria-label={label}
        role="table"
        head={Head}
        body={Body}
        bulkActionButtons={false}
        rowClick={false}
        hover={false}
        sx={(theme) => ({ '& table': tableLook(theme, stackBelow) })}
      >
        {children}
      </DataTable>
    </>
  );
}

function Head({ children }: { children?: ReactNode }) {
  return (
    <MuiTableHead role="rowgroup">
      <MuiTableRow role="row">{children}</MuiTableRow>
    </MuiTableHead>
  );
}

const Line = (props: object) => <DataTableRow role="row" {...props} />;
const Body = (props: object) => <DataTableBody role="rowgroup" row={Line} {...props} />;

interface ColumnProps<Row> {
  /** Names the column in the user's choice; also the field to sort by. */
  source: string;
  label: string;
  /** Stands in the header instead of the label. */
  head?: ReactNode;
  sortable?: boolean;
  end?: boolean;
  oneLine?: boolean;
  /** Users cannot hide it: it says whose record this is, or what speaks against an act. */
  fixed?: boolean;
  /** Shown only on wide screens. */
  wideOnly?: boolean;
  /** A row that became a block shows the value without its label: it speaks for itself. */
  unlabeled?: boolean;
  /** Nothing to show in this row: left out where the row is a block. */
  blank?: (row: Row) => boolean;
  render: (row: Row) => ReactNode;
  sx?: SxProps;
}
const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ') || undefined;

export function Column<Row extends RaRecord>(props: ColumnProps<Row>) {
  const {
    source,
    label,
    head,
    sortable = false,
    end,
    oneLine,
    wideOnly,
    unlabeled,
    blank,
    render,
    sx,
  } = props;
  const context = useDataTableRenderContext();
  const sort = useDataTableSortContext();
  const row = useRecordContext<Row>();
  const look = [end && 'end', wideOnly && 'wide-only'] as const;
  const column = { source, label, disableSort: !sortable, ...(sx ? { sx } : {}) };
  if (context === 'header') {
    const sorted = sortable && sort?.field === source && (sort.order === 'ASC' ? 'asc' : 'desc');
    return (
      <DataTable.Col
        {...column}
        label={head ?? label}
        role="columnheader"
        scope="col"
        sortDirection={sorted}
        className={classes(...look)}
      />
    );
  }
  return (
    <DataTable.Col<Row>
      {...column}
      role="cell"
      data-label={unlabeled ? undefined : label}
      className={classes(...look, oneLine && 'one-line', row && blank?.(row) && 'not-stacked')}
      render={render}
    />
  );
}

/** What can be done with a row, at its end. */
export const ActsColumn = <Row extends RaRecord>(
  props: Pick<ColumnProps<Row>, 'label' | 'oneLine' | 'render'>,
) => <Column<Row> source="acts" fixed end unlabeled {...props} />;
