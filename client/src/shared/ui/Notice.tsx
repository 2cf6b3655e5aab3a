import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box, { type BoxProps } from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import type { Tone } from '#common/vocabulary/index.js';
import { TONE_ICON } from './toneIcons.js';
import { closeText } from './text/notice.js';

interface NoticeProps extends Omit<BoxProps, 'title' | 'role'> {
  tone: Tone;
  title?: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits; without one it is plain text. */
  role?: 'alert' | 'status';
  action?: ReactNode;
  onClose?: () => void;
}

/** A message in place: an icon, text, and what can be done about it. */
export function Notice({ tone, title, action, onClose, children, sx, ...rest }: NoticeProps) {
  const Icon = TONE_ICON[tone];
  return (
    <Box
      {...rest}
      sx={[
        (theme) => ({
          display: 'flex',
          flexWrap: 'wrap',
          gap: '8px 12px',
          padding: '12px 14px',
          borderRadius: '10px',
          color: theme.vars.palette.text.primary,
          backgroundColor: theme.vars.palette.portal.tones[tone].ground,
          '& > svg': { color: theme.vars.palette.portal.tones[tone].ink, marginTop: '2px' },
        }),
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <Icon />
      <Box sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        {title && <Box sx={{ fontWeight: 650 }}>{title}</Box>}
        {children}
      </Box>
      {action && <Box sx={{ alignSelf: 'center' }}>{action}</Box>}
      {onClose && (
        <ButtonBase
          onClick={onClose}
          aria-label={closeText}
          sx={{ width: 32, height: 32, margin: '-4px -6px 0 0', borderRadius: '6px' }}
        >
          <CloseOutlined />
        </ButtonBase>
      )}
    </Box>
  );
}
