import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Unsaved } from '../../shared/session/index.js';
import { TextLink, visuallyHidden } from '../../shared/ui/index.js';
import { AlertDialog } from './AlertDialog.js';
import { unsaved as words } from './text.js';

/** Before the user ends the session: lists what would be lost, with a link to each item. */
export default function UnsavedDialog({
  places,
  onDone,
}: {
  places: readonly Unsaved[];
  onDone: (go: boolean) => void;
}) {
  return (
    <AlertDialog
      title={words.title}
      lead={words.lead}
      onClose={() => onDone(false)}
      actions={
        <>
          <Button onClick={() => onDone(true)}>{words.leave}</Button>
          <Button variant="contained" autoFocus onClick={() => onDone(false)}>
            {words.stay}
          </Button>
        </>
      }
    >
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
    </AlertDialog>
  );
}
