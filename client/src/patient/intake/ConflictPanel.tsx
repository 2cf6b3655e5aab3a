import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { FIELD_BY_NAME, type FieldDefinition } from '#common/intake/index.js';
import type { Conflict, Value } from '../../shared/autosave/index.js';
import { Notice, visuallyHidden } from '../../shared/ui/index.js';
import { answerText } from '../../shared/forms/answer-text.js';
import { INTAKE_TEXT } from './text/en.js';

const text = INTAKE_TEXT.conflict;

interface PanelProps {
  conflicts: Readonly<Record<string, Conflict>>;
  restSaved: boolean;
  onChoose: (name: string, choice: 'mine' | 'theirs') => void;
}

/** The same question was answered in two places: shows both answers and lets the patient decide. */
export function ConflictPanel({ conflicts, restSaved, onChoose }: PanelProps) {
  const entries = Object.entries(conflicts).flatMap(([name, conflict]) => {
    const field = FIELD_BY_NAME.get(name);
    return field ? [{ field, conflict }] : [];
  });
  if (entries.length === 0) return null;
  return (
    <Notice tone="warning" role="alert" title={text.title} sx={{ marginBottom: 3 }}>
      {text.body} {restSaved ? text.restSaved : text.restWaits}
      {entries.map(({ field, conflict }) => (
        <Box key={field.name} sx={{ marginTop: 2 }}>
          <Typography sx={{ fontWeight: 650 }}>{field.label}</Typography>
          <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 1fr' }, marginTop: 0.5 }}>
            <Side field={field} title={text.mine} value={conflict.mine}>
              <Button variant="outlined" color="inherit" onClick={() => onChoose(field.name, 'mine')}>
                {text.keepMine}
                <Box component="span" sx={visuallyHidden}>
                  {text.forField(field.label)}
                </Box>
              </Button>
            </Side>
            <Side field={field} title={text.theirs} value={conflict.theirs}>
              <Button variant="outlined" color="inherit" onClick={() => onChoose(field.name, 'theirs')}>
                {text.keepTheirs}
                <Box component="span" sx={visuallyHidden}>
                  {text.forField(field.label)}
                </Box>
              </Button>
            </Side>
          </Box>
        </Box>
      ))}
    </Notice>
  );
}

interface SideProps {
  field: FieldDefinition;
  title: string;
  value: Value | undefined;
  children: React.ReactNode;
}
function Side({ field, title, value, children }: SideProps) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {title}
        </Typography>
        <Typography
          sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 160, overflow: 'auto' }}
        >
          {value === undefined ? text.empty : answerText(field, value)}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
