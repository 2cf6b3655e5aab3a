import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import Box from '@mui/material/Box';
import { Link, useLocation } from 'react-router-dom';
import { ROLE_LABEL, type Role } from '#common/vocabulary/index.js';
import type { Session } from '../../shared/session/index.js';
import { StatusChip, visuallyHidden } from '../../shared/ui/index.js';
import { profileText } from './text/en.js';

/** Up to two initials; "H" until a name is known. */
export function initials(name: string | null): string {
  const parts = (name ?? '').split(/\s+/).filter(Boolean);
  const letters = parts.length > 1 ? [parts[0], parts[parts.length - 1]] : parts;
  return letters.map((part) => (part ?? '').charAt(0).toUpperCase()).join('') || 'H';
}

const PROFILE = '/trt/patient/profile';

/** Patients see their initials, linked to their profile; everyone else sees their active role. */
export function Identity({ session }: { session: Session }) {
  const { pathname } = useLocation();
  if (session.role !== 'patient') {
    return (
      <StatusChip tone="neutral" icon={<BadgeOutlined sx={{ display: { xs: 'none', sm: 'block' } }} />}>
        {ROLE_LABEL[session.role as Role] ?? session.role}
      </StatusChip>
    );
  }
  return (
    <Box
      component={Link}
      to={PROFILE}
      aria-current={pathname === PROFILE ? 'page' : undefined}
      sx={(theme) => ({
        width: 44,
        height: 44,
        textDecoration: 'none',
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
      <Box component="span" sx={visuallyHidden}>
        {profileText}
      </Box>
    </Box>
  );
}
