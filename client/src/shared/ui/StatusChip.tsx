import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import RadioButtonUncheckedOutlined from '@mui/icons-material/RadioButtonUncheckedOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import type { ComponentType, ReactNode } from 'react';
import type { Tone } from '../../../../common/vocabulary/index.js';

const icons: Record<Tone, ComponentType<{ sx?: object }>> = {
  success: CheckCircleOutlined,
  warning: WarningAmberOutlined,
  danger: ErrorOutlineOutlined,
  info: InfoOutlined,
  neutral: RadioButtonUncheckedOutlined,
};

/** A status: icon and word, never colour alone. */
export function StatusChip({ tone, children, icon }: { tone: Tone; children: ReactNode; icon?: ReactNode }) {
  const Icon = icons[tone];
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: '5px',
        padding: '2px 9px 2px 7px',
        borderRadius: '6px',
        fontSize: '0.875rem',
        lineHeight: 1.5,
        fontWeight: 600,
        whiteSpace: 'nowrap',
        color: theme.vars.palette.portal.tones[tone].ink,
        backgroundColor: theme.vars.palette.portal.tones[tone].ground,
        '& svg': { fontSize: 16, flex: 'none' },
      })}
    >
      {icon ?? <Icon />}
      {children}
    </Box>
  );
}
