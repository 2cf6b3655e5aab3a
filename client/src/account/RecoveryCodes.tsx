import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { saveFile } from '../shared/ui/index.js';
import { copyText } from './copyText.js';
import { recovery as words } from './text/en.js';

function download(codes: string[]): void {
  saveFile(new Blob([`${words.fileHead}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), words.fileName);
}

/** Shown once, right after the codes are generated. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus has been unmounted.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack spacing={2} sx={{ maxWidth: 520 }}>
      <Typography variant="h4" component="h3" ref={heading} tabIndex={-1}>
        {words.title}
      </Typography>
      <Typography>{words.lead}</Typography>
      <Typography>
        {words.number}{' '}
        <Box component="span" sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap' }}>
          {words.example}
        </Box>
        .
      </Typography>
      <Box
        component="ul"
        aria-label={words.title}
        sx={{
          display: 'grid',
          fontFamily: 'monospace',
          gridTemplateColumns: 'repeat(auto-fill, minmax(23ch, 1fr))',
          gap: 1,
          margin: 0,
          padding: 2,
          listStyle: 'none',
          borderRadius: '8px',
          backgroundColor: 'background.sunken',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <Button variant="outlined" onClick={() => void copyText(codes.join('\n'))}>
          {words.copy}
        </Button>
        <Button variant="outlined" onClick={() => download(codes)}>
          {words.download}
        </Button>
      </Stack>
      <Button variant="contained" onClick={onDone} sx={{ alignSelf: 'flex-start' }}>
        {words.done}
      </Button>
    </Stack>
  );
}
