import { lazy, Suspense } from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ROLE_HOME, ROLE_LABEL, ROLES, type Role } from '#common/vocabulary/index.js';
import { orReload } from './outdated.js';
import { PageLoading } from './PageLoading.js';
import { useSession } from '../shared/session/index.js';
import { ButtonLink, Page, Panel, StatusChip } from '../shared/ui/index.js';
import {
  chooseWhereToGoText,
  dashboardText,
  noSpecificRoleDetectedContactText,
  patientDashboardText,
  adminCockpitText,
  providerViewText,
  rolesText,
  signedInText,
  welcomeText,
} from './text/dashboard-page.js';

const StaffHome = lazy(orReload(() => import('../staff/home/StaffHome.js')));

const VIEW: Record<Role, string> = {
  provider: providerViewText,
  patient: patientDashboardText,
  system_admin: adminCockpitText,
};

/** /dashboard: every place the user can go, whatever their roles. */
export default function DashboardPage() {
  const session = useSession();
  const held = ROLES.filter((role) => session?.roles.includes(role));
  // The active role's entry comes first and is the primary button.
  const ordered = [...held].sort((a, b) => Number(b === session?.role) - Number(a === session?.role));
  return (
    <Page title={dashboardText} width={1040}>
      {session?.role === 'provider' && (
        <Suspense fallback={<PageLoading />}>
          <StaffHome />
        </Suspense>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <Panel title={welcomeText}>
          <Typography sx={{ color: 'text.secondary', marginBottom: 2.5, overflowWrap: 'anywhere' }}>
            {session?.displayName ? signedInText(session.displayName) : chooseWhereToGoText}
          </Typography>
          <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
            {ordered.map((role, index) => (
              <ButtonLink key={role} to={ROLE_HOME[role]} variant={index === 0 ? 'contained' : 'outlined'}>
                {VIEW[role]}
              </ButtonLink>
            ))}
            {!held.includes('patient') && (
              <ButtonLink to={ROLE_HOME.patient} variant={held.length === 0 ? 'contained' : 'text'}>
                {patientDashboardText}
              </ButtonLink>
            )}
          </Stack>
        </Panel>
        <Panel title={rolesText}>
          {held.length === 0 ? (
            <Typography>{noSpecificRoleDetectedContactText}</Typography>
          ) : (
            <Stack component="ul" spacing={1} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
              {ordered.map((role) => (
                <Box component="li" key={role}>
                  <StatusChip tone={role === session?.role ? 'success' : 'neutral'}>
                    {ROLE_LABEL[role]}
                    {role === session?.role && held.length > 1 ? ' (active)' : ''}
                  </StatusChip>
                </Box>
              ))}
            </Stack>
          )}
        </Panel>
      </Box>
    </Page>
  );
}
