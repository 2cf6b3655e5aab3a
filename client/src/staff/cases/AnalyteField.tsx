import Box from '@mui/material/Box';
import { unitsOf } from '#common/clinical/lab-units.js';
import { ANALYTE_BY_KEY, type AnalyteKey } from '#common/clinical/labs.js';
import { CheckField } from '../forms/CheckField.js';
import { SmallField } from '../forms/SmallField.js';
import { isRare, unitOf, type ValueDraft } from './labEntry.js';
import { LAB_ENTRY_TEXT as words } from './text/en.js';

interface AnalyteFieldProps<Draft extends ValueDraft> {
  name: AnalyteKey;
  draft: Draft;
  onChange: (draft: Draft) => void;
  error: string | undefined;
  /** Prefix of the fields' ids. */
  prefix?: string;
}

/** One result: its value, its unit where laboratories use several, and a checkbox to confirm a rare value. */
export function AnalyteField<Draft extends ValueDraft>(props: AnalyteFieldProps<Draft>) {
  const { name, draft, onChange, error, prefix = 'lab' } = props;
  const analyte = ANALYTE_BY_KEY.get(name);
  const units = unitsOf(name);
  const label = analyte?.name ?? name;
  const change = (part: 'values' | 'units', text: string) =>
    // The confirmation was for the previous value.
    onChange({
      ...draft,
      [part]: { ...draft[part], [name]: text },
      confirmed: { ...draft.confirmed, [name]: false },
    });
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <SmallField
            id={`${prefix}-${name}`}
            label={`${label} (${unitOf(draft, name)})`}
            value={draft.values[name] ?? ''}
            onChange={(text) => change('values', text)}
            error={error}
          />
        </Box>
        {units.length > 1 && (
          <Box sx={{ flex: 'none', width: 104 }}>
            <SmallField
              id={`${prefix}-${name}-unit`}
              type="select"
              label={words.unit(label)}
              shortLabel={words.unitShort}
              value={unitOf(draft, name)}
              onChange={(unit) => change('units', unit)}
            >
              {units.map((unit) => (
                <option key={unit} value={unit}>
                  {unit}
                </option>
              ))}
            </SmallField>
          </Box>
        )}
      </Box>
      {isRare(draft, name) && (
        <CheckField
          label={words.checked}
          checked={draft.confirmed?.[name] ?? false}
          onChange={(checked) => onChange({ ...draft, confirmed: { ...draft.confirmed, [name]: checked } })}
        />
      )}
    </Box>
  );
}
