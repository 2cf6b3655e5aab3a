import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { SmallField } from '../forms/SmallField.js';

/** Search and filters above a list, on one line where there is room. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <Box
      role="search"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5, marginBottom: 2 }}
    >
      {children}
    </Box>
  );
}

export function SearchRoom({ children }: { children: ReactNode }) {
  return <Box sx={{ flex: '1 1 260px', maxWidth: { sm: 380 } }}>{children}</Box>;
}

interface ChoiceProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  all: string;
  options: readonly { value: string; label: string }[];
}
export function ChoiceFilter({ id, label, value, onChange, all, options }: ChoiceProps) {
  return (
    <Box sx={{ flex: '0 1 190px' }}>
      <SmallField id={id} type="select" label={label} value={value} onChange={onChange}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SmallField>
    </Box>
  );
}
