import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  FIELD_BY_NAME,
  derivedStopBang,
  type FieldName,
  type IntakeData,
  type IntakeValue,
} from '#common/intake/index.js';
import { FORM_TEXT } from '../../shared/forms/index.js';
import { Notice, visuallyHidden } from '../../shared/ui/index.js';
import { useToday } from '../kit/useToday.js';
import { INTAKE_TEXT } from './text/en.js';

const text = INTAKE_TEXT.suggestion;
const SCREENING = 7;

interface SuggestionProps {
  section: number;
  data: IntakeData;
  onAnswer: (name: FieldName, value: IntakeValue | undefined) => void;
}

/**
 * What a later section (a neck measured in section 9) implies for a screening the patient has already completed.
 * The patient answers it with one press: nothing is filled in out of sight.
 */
export function ScreeningSuggestion({ section, data, onAnswer }: SuggestionProps) {
  const today = useToday();
  if (section <= SCREENING || !Object.keys(data).some((name) => name.startsWith('stopbang_'))) return null;
  const open = Object.entries(derivedStopBang(data, today)).flatMap(([name, value]) => {
    const field = FIELD_BY_NAME.get(name);
    return field && data[field.name] === undefined ? [{ field, value }] : [];
  });
  if (open.length === 0) return null;
  return (
    <Notice tone="info" role="status" title={text.title} sx={{ marginTop: 4 }}>
      {open.map(({ field, value }) => {
        const answer = value ? FORM_TEXT.yes : FORM_TEXT.no;
        return (
          <Box key={field.name} sx={{ marginTop: 0.5 }}>
            {text.body(field.label, SCREENING)}
            <strong>{answer}</strong>.
            <Box sx={{ marginTop: 1 }}>
              <Button variant="outlined" onClick={() => onAnswer(field.name, value)}>
                {text.use(answer)}
                <Box component="span" sx={visuallyHidden}>
                  {text.useFor(field.label)}
                </Box>
              </Button>
            </Box>
          </Box>
        );
      })}
    </Notice>
  );
}
