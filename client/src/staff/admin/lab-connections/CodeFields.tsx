import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { SmallField } from '../../forms/SmallField.js';
import { LAB_CONNECTIONS_TEXT as words, MEANINGS } from './text/en.js';

export interface CodeLine {
  code: string;
  meaning: string;
}
interface CodeFieldsProps {
  lines: readonly CodeLine[];
  onChange: (lines: CodeLine[]) => void;
  error: string | undefined;
}
/** The codes of a laboratory, each with the test it means. */
export function CodeFields({ lines, onChange, error }: CodeFieldsProps) {
  const set = (at: number, part: Partial<CodeLine>) =>
    onChange(lines.map((line, i) => (i === at ? { ...line, ...part } : line)));
  return (
    <>
      {lines.map(({ code, meaning }, i) => (
        <Box
          // A line has no name of its own until it is saved.
          key={i}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '160px minmax(0, 1fr) auto' },
            gap: 1,
            alignItems: 'end',
            marginBottom: 1,
          }}
        >
          <SmallField
            id={`lab-code-${i}`}
            label={words.codeOf(i + 1)}
            shortLabel={words.code}
            value={code}
            onChange={(next) => set(i, { code: next })}
          />
          <SmallField
            id={`lab-meaning-${i}`}
            type="select"
            label={words.meaningOf(i + 1)}
            shortLabel={words.meaning}
            value={meaning}
            onChange={(next) => set(i, { meaning: next })}
          >
            <option value="">{words.choose}</option>
            {MEANINGS.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </SmallField>
          <Button
            size="small"
            aria-label={words.removeCodeOf(code || String(i + 1))}
            onClick={() => onChange(lines.filter((_, at) => at !== i))}
          >
            {words.removeCode}
          </Button>
        </Box>
      ))}
      {error && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
          {error}
        </Box>
      )}
    </>
  );
}
