import Box from '@mui/material/Box';
import { useId, useState } from 'react';
import { ROLE_LABEL, type Role } from '#common/vocabulary/index.js';
import { isApiError } from '../../shared/api/index.js';
import { switchRole, type Session } from '../../shared/session/index.js';
import { activeRoleText, unableToSwitchRoleText } from './text/en.js';

/** The server's message if it sent one; a bare code is never shown. */
function failureText(error: unknown): string {
  const detail = isApiError(error) ? error.detail : null;
  return typeof detail === 'string' && detail.includes(' ') ? detail : unableToSwitchRoleText;
}

/** Shown only to users with more than one role. */
export function RoleSwitcher({ session }: { session: Session }) {
  const id = useId();
  const [wanted, setWanted] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function change(role: string) {
    setWanted(role);
    setError(null);
    try {
      await switchRole(role);
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setWanted(null);
    }
  }

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
        {activeRoleText}
      </Box>
      <Box
        component="select"
        id={id}
        value={wanted ?? session.role}
        disabled={wanted !== null}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event: React.ChangeEvent<HTMLSelectElement>) => void change(event.target.value)}
        sx={(theme) => ({
          height: 40,
          paddingInline: 1,
          font: 'inherit',
          fontSize: '0.9375rem',
          color: theme.vars.palette.text.primary,
          backgroundColor: theme.vars.palette.background.paper,
          border: `1px solid ${theme.vars.palette.portal.inputBorder}`,
          borderRadius: 1,
          '&:focus-visible': { outline: `3px solid ${theme.vars.palette.primary.main}`, outlineOffset: 1 },
          '&:disabled': { opacity: 0.6 },
        })}
      >
        {session.roles.map((role) => (
          <option key={role} value={role}>
            {ROLE_LABEL[role as Role] ?? role}
          </option>
        ))}
      </Box>
      {error && (
        <Box id={`${id}-error`} role="alert" sx={{ fontSize: '0.875rem', color: 'error.main' }}>
          {error}
        </Box>
      )}
    </Box>
  );
}
