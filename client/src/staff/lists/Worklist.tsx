import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined';
import Box, { type BoxProps } from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { formatNumber } from '../../shared/ui/index.js';
import { tableLook, type StackBelow } from './tableLook.js';
import { WORKLIST_TEXT } from './text/en.js';

export interface Sort {
  field: string;
  order: 'ASC' | 'DESC';
}

/**
 * A worklist: a named table with dense rows and a sticky header. On a phone each row becomes a block;
 * the roles are explicit because a changed `display` would remove the table semantics.
 */
interface WorkTableProps {
  label: string;
  head: ReactNode;
  /** Below this width the columns no longer fit and each row becomes a block. */
  stackBelow?: StackBelow;
  children: ReactNode;
}
export function WorkTable({ label, head, stackBelow = 'md', children }: WorkTableProps) {
  return (
    <Box component="table" role="table" aria-label={label} sx={(theme) => tableLook(theme, stackBelow)}>
      <thead role="rowgroup">
        <tr role="row">{head}</tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </Box>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <tr role="row">{children}</tr>;
}

interface CellProps {
  /** The column header again, shown beside the value on a phone. */
  name?: string;
  end?: boolean;
  oneLine?: boolean;
  /** Shown only on wide screens; its header must match. */
  wideOnly?: boolean;
  /** Empty in this row, so a stacked row leaves it out. */
  blank?: boolean;
  children?: ReactNode;
  sx?: BoxProps['sx'];
}
export function Cell({ name, end, oneLine, wideOnly, blank, children, sx }: CellProps) {
  const names = [end && 'end', oneLine && 'one-line', wideOnly && 'wide-only', blank && 'not-stacked']
    .filter(Boolean)
    .join(' ');
  return (
    <Box component="td" role="cell" data-label={name} className={names || undefined} sx={sx}>
      {children}
    </Box>
  );
}

interface HeadProps {
  children: ReactNode;
  end?: boolean;
  wideOnly?: boolean;
  /** The field to sort by; without one the column cannot be sorted. */
  field?: string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}
export function Head({ children, end, wideOnly, field, sort, onSort }: HeadProps) {
  const active = field !== undefined && sort?.field === field;
  const Arrow = sort?.order === 'DESC' ? ArrowDownwardOutlined : ArrowUpwardOutlined;
  const order = active && sort.order === 'ASC' ? 'DESC' : 'ASC';
  return (
    <th
      role="columnheader"
      scope="col"
      className={[end && 'end', wideOnly && 'wide-only'].filter(Boolean).join(' ') || undefined}
      aria-sort={active ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
    >
      {field && onSort ? (
        <ButtonBase
          onClick={() => onSort({ field, order })}
          sx={{
            font: 'inherit',
            gap: 0.5,
            borderRadius: '4px',
            minHeight: 24,
            '&:hover': { color: 'text.primary' },
          }}
        >
          {children}
          {active && <Arrow sx={{ fontSize: 16 }} />}
        </ButtonBase>
      ) : (
        children
      )}
    </th>
  );
}

interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
}
export function Pager({ page, perPage, total, onPage }: PagerProps) {
  const first = Math.min((page - 1) * perPage + 1, total);
  const last = Math.min(page * perPage, total);
  return (
    <Box
      component="nav"
      aria-label={WORKLIST_TEXT.pages}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        padding: '10px 14px',
        fontSize: '0.875rem',
      }}
    >
      <Box className="tabular" sx={{ color: 'text.secondary', marginRight: 'auto' }}>
        {WORKLIST_TEXT.of(formatNumber(first), formatNumber(last), formatNumber(total))}
      </Box>
      <Button size="small" variant="outlined" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {WORKLIST_TEXT.previous}
      </Button>
      <Button size="small" variant="outlined" disabled={last >= total} onClick={() => onPage(page + 1)}>
        {WORKLIST_TEXT.next}
      </Button>
    </Box>
  );
}
