import { US_STATES } from '#common/vocabulary/states.js';
import { SmallField } from './SmallField.js';

interface StateFieldProps {
  id: string;
  label: string;
  /** The label for no choice. */
  empty: string;
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}

/** A choice of state, by name. */
export function StateField({ id, label, empty, value, onChange, error }: StateFieldProps) {
  return (
    <SmallField id={id} type="select" label={label} value={value} onChange={onChange} error={error}>
      <option value="">{empty}</option>
      {Object.entries(US_STATES).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SmallField>
  );
}
