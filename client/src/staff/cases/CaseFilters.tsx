import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import { CASE_STATUS, CASE_STATUSES } from '../../../../common/vocabulary/index.js';
import { humanize } from '../../shared/ui/index.js';
import { SmallField } from '../kit/SmallField.js';
import type { useCaseListParams } from './useCaseListParams.js';

interface CaseFiltersProps {
  search: string;
  onSearch: (text: string) => void;
  params: ReturnType<typeof useCaseListParams>;
}

const toggles = [
  { name: 'flagged', label: 'Flagged' },
  { name: 'overdue', label: 'Overdue' },
] as const;

export function CaseFilters({ search, onSearch, params }: CaseFiltersProps) {
  return (
    <Box
      role="search"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5, marginBottom: 2 }}
    >
      <Box sx={{ flex: '1 1 260px', maxWidth: { sm: 380 } }}>
        <SmallField id="case-search" type="search" label="Search" value={search} onChange={onSearch} />
      </Box>
      <Box sx={{ flex: '0 1 160px' }}>
        <SmallField
          id="case-status"
          type="select"
          label="Status"
          value={params.status}
          onChange={(value) => params.setFilter('status', value)}
        >
          <option value="">All</option>
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
        </ToggleButton>
      ))}
    </Box>
  );
}
