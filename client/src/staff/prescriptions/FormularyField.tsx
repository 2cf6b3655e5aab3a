import Box from '@mui/material/Box';
import { useState } from 'react';
import { SmallField } from '../forms/SmallField.js';
import { EDIT_TEXT as words } from './text/en.js';

const OTHER = 'other';

interface FormularyFieldProps {
  id: string;
  label: string;
  /** As written on the order. */
  value: string;
  /** Code and label of the formulary's options. */
  options: readonly (readonly [code: string, label: string])[];
  /** The option that the text matches; null if it is not in the formulary. */
  chosen: string | null;
  onChoose: (code: string) => void;
  onType: (text: string) => void;
  error?: string | undefined;
}

/** A formulary choice; "Other" opens a text field, which will need a reason at approval. */
export function FormularyField(props: FormularyFieldProps) {
  const { id, label, value, options, chosen, onChoose, onType, error } = props;
  const [other, setOther] = useState(false);
  const typed = other || (chosen === null && value.trim() !== '');
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <SmallField
        id={typed ? `${id}-choice` : id}
        type="select"
        label={label}
        value={typed ? OTHER : (chosen ?? '')}
        onChange={(code) => {
          setOther(code === OTHER);
          if (code !== OTHER) onChoose(code);
        }}
        error={typed ? undefined : error}
      >
        <option value="" disabled>
          {words.choose}
        </option>
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
        <option value={OTHER}>{words.other}</option>
      </SmallField>
      {typed && (
        <SmallField
          id={id}
          label={words.otherLabel(label)}
          hint={words.otherHint}
          value={value}
          onChange={onType}
          error={error}
        />
      )}
    </Box>
  );
}
