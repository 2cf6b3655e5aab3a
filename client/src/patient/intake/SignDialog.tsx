import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { FIELDS, type IntakeData } from '#common/intake/index.js';
import { signsAs } from '#common/intake/signature.js';
import { ConsentQuestion, TextQuestion } from '../../shared/forms/index.js';
import { useZone } from '../../shared/session/index.js';
import { formatDate } from '../../shared/ui/index.js';
import { dayIn } from '../../shared/ui/zones.js';
import { useToday } from '../kit/useToday.js';
import { SIGNING_TEXT as text } from './text/signing.js';

interface SignProps {
  data: IntakeData;
  /** When the form was last submitted. */
  signedAt: string;
  onSign: (name: string, today: string) => void;
  onClose: () => void;
}

const idOf = (control: string): string => `sign-${control}`;

/** The signature under answers sent again: the consents of the earlier day are shown, and are not taken for granted. */
export default function SignDialog({ data, signedAt, onSign, onClose }: SignProps) {
  const [name, setName] = useState('');
  const [holds, setHolds] = useState<boolean>();
  const today = useToday();
  const fullName = String(data.full_name ?? '');
  const [tried, setTried] = useState(false);
  const problems: Readonly<Record<string, string>> = {
    ...(!holds && { holds: text.missing.hold }),
    ...(!signsAs(name, fullName) && { name: text.missing.name }),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(problems);
    if (first) document.getElementById(idOf(first))?.focus();
    else onSign(name.trim(), today);
  };
  const control = (key: string) => {
    const error = tried && problems[key];
    return { id: idOf(key), ...(error && { error }) };
  };
  return (
    <Dialog
      open
      // A second click on the button behind is no answer.
      onClose={(_event, reason) => reason === 'escapeKeyDown' && onClose()}
      aria-labelledby="sign-title"
      fullWidth
      maxWidth="sm"
    >
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id="sign-title">{text.title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
          <Agreed signedAt={signedAt} />
          <ConsentQuestion
            {...control('holds')}
            label={text.stillHold}
            statement={text.changed}
            value={holds}
            onChange={setHolds}
          />
          <Typography>{text.lead(formatDate(today))}</Typography>
          <TextQuestion
            {...control('name')}
            label={text.name}
            hint={text.nameHint(fullName)}
            required
            value={name}
            onChange={setName}
          />
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap' }}>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" variant="contained">
            {text.confirm}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

function Agreed({ signedAt }: { signedAt: string }) {
  const zone = useZone();
  return (
    <Box>
      <Typography>{text.signedOn(dayIn(signedAt, zone))}</Typography>
      <Box component="ul" sx={{ margin: '8px 0 0', paddingLeft: 2.75, display: 'grid', gap: 1 }}>
        {FIELDS.map((field) =>
          field.type === 'boolean' && field.mustBeTrue ? (
            <li key={field.name}>
              <strong>{field.label}.</strong> {field.statement}
            </li>
          ) : null,
        )}
      </Box>
    </Box>
  );
}
