import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import Box from '@mui/material/Box';
import { ROLE_LABEL, type Role } from '../../../../common/vocabulary/index.js';
import type { Session } from '../../shared/session/index.js';
import { StatusChip } from '../../shared/ui/index.js';

/** Up to two initials; "H" until a name is known. */
export function initials(name: string | null): string {
  const parts = (name ?? '').split(/\s+/).filter(Boolean);
  const letters = parts.length > 1 ? [parts[0], parts[parts.length - 1]] : parts;
  return letters.map((part) => (part ?? '').charAt(0).toUpperCase()).join('') || 'H';
}

/** Patients see their initials, everyone else the role he acts in. */
export function Identity({ session }: { session: Session }) {
  if (session.role !== 'patient') {
    return (
      <StatusChip tone="neutral" icon={<BadgeOutlined />}>
        {ROLE_LABEL[session.role as Role] ?? session.role}
      </StatusChip>
    );
  }
  return (
    <Box
      component="span"
      role="img"
      aria-label={session.displayName ? `Signed in as ${session.displayName}` : 'Signed in'}
      sx={(theme) => ({
        width: 38,
        height: 38,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        fontSize: '0.875rem',
        fontWeight: 650,
        color: theme.vars.palette.primary.main,
        border: `1px solid ${theme.vars.palette.portal.inputBorder}`,
        backgroundColor: theme.vars.palette.background.paper,
      })}
    >
      {initials(session.displayName)}
    </Box>
  );
}
