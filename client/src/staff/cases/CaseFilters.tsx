import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import { useGetList } from 'react-admin';
import { CASE_STATUS, CASE_STATUSES } from '#common/vocabulary/index.js';
import { formatNumber, humanize } from '../../shared/ui/index.js';
import { BACKGROUND } from '../data/dataProvider.js';
import { SearchField } from '../lists/SearchField.js';
import { SmallField } from '../forms/SmallField.js';
import { DEFAULT_SORT, type useCaseListParams } from './useCaseListParams.js';
import { CASE_FILTERS_TEXT } from './text/en.js';

interface CaseFiltersProps {
  /** Changing this key clears the search. */
  searchKey: number;
  onSearch: (q: string) => void;
  q: string;
  params: ReturnType<typeof useCaseListParams>;
  /** Whether the database can be asked for the counts. */
  counting: boolean;
}

const toggles = [
  { name: 'emergency', label: CASE_FILTERS_TEXT.emergency },
  { name: 'flagged', label: CASE_FILTERS_TEXT.flagged },
  { name: 'overdue', label: CASE_FILTERS_TEXT.overdue },
] as const;

/** How many of the matching cases a switch would show; a background request, so it does not keep a session alive. */
function useCount(filter: Record<string, boolean | string>, enabled: boolean): number | undefined {
  const { total } = useGetList(
    'cases',
    { pagination: { page: 1, perPage: 1 }, sort: DEFAULT_SORT, filter, meta: BACKGROUND },
    { enabled },
  );
  return enabled ? total : undefined;
}

export function CaseFilters({ searchKey, onSearch, q, params, counting }: CaseFiltersProps) {
  const chosen = { ...(q && { q }), ...(params.status && { status: params.status }) };
  const counts = {
    emergency: useCount({ ...chosen, emergency: true }, counting),
    flagged: useCount({ ...chosen, flagged: true }, counting),
    overdue: useCount({ ...chosen, overdue: true }, counting),
  };
  return (
    <Box
      role="search"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5, marginBottom: 2 }}
    >
      <Box sx={{ flex: '1 1 260px', maxWidth: { sm: 380 } }}>
        <SearchField key={searchKey} id="case-search" label={CASE_FILTERS_TEXT.search} onSearch={onSearch} />
      </Box>
      <Box sx={{ flex: '0 1 160px' }}>
        <SmallField
          id="case-status"
          type="select"
          label={CASE_FILTERS_TEXT.status}
          value={params.status}
          onChange={(value) => params.setFilter('status', value)}
        >
          <option value="">{CASE_FILTERS_TEXT.all}</option>
          {CASE_STATUSES.map((status) => (
            <option key={status} value={status}>
              {humanize(CASE_STATUS[status].label)}
            </option>
          ))}
        </SmallField>
      </Box>
      {toggles.map(({ name, label }) => (
        <ToggleButton
          key={name}
          value={name}
          selected={params[name]}
          onChange={() => params.setFilter(name, params[name] ? null : '1')}
          sx={(theme) => ({
            height: 40,
            paddingInline: 1.75,
            fontSize: '0.875rem',
            fontWeight: 600,
            textTransform: 'none',
            color: theme.vars.palette.text.primary,
            borderColor: theme.vars.palette.portal.inputBorder,
            backgroundColor: theme.vars.palette.background.paper,
            '&.Mui-selected, &.Mui-selected:hover': {
              color: theme.vars.palette.primary.contrastText,
              backgroundColor: theme.vars.palette.primary.main,
              borderColor: theme.vars.palette.primary.main,
            },
          })}
        >
          {label}
          {counts[name] !== undefined && (
            <Box component="span" className="tabular" sx={{ marginLeft: 0.75, fontWeight: 400 }}>
              {formatNumber(counts[name])}
            </Box>
          )}
        </ToggleButton>
      ))}
    </Box>
  );
}
