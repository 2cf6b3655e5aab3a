import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { Unsaved } from '../../shared/session/index.js';
import { TextLink, visuallyHidden } from '../../shared/ui/index.js';
import { unsaved as words } from './text.js';

/** Before the session ends by a person's own act: what it would lose, and the way to each of it. */
export default function UnsavedDialog({
  places,
  onDone,
}: {
  places: readonly Unsaved[];
  onDone: (go: boolean) => void;
}) {
  return (
    <Dialog
      open
      onClose={() => onDone(false)}
      role="alertdialog"
      aria-labelledby="unsaved-title"
      aria-describedby="unsaved-lead"
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id="unsaved-title">{words.title}</DialogTitle>
      <DialogContent>
        <Typography id="unsaved-lead">{words.lead}</Typography>
        <Box component="ul" sx={{ margin: 0, marginTop: 1.5, paddingLeft: 2.5, display: 'grid', gap: 1 }}>
          {places.map(({ name, path }) => (
            <li key={name}>
              {name}
              {path && (
                <>
                  {' '}
                  <TextLink to={path} onClick={() => onDone(false)}>
                    {words.open}
                    <Box component="span" sx={visuallyHidden}>
                      {words.openFor(name)}
                    </Box>
                  </TextLink>
                </>
              )}
            </li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onDone(true)}>{words.leave}</Button>
        <Button variant="contained" autoFocus onClick={() => onDone(false)}>
          {words.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
