import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRouteError } from 'react-router-dom';
import { AuthError } from '../shared/session/index.js';
import { Notice, Page } from '../shared/ui/index.js';

/**
 * A page that could not be shown. A failed chunk stays failed until the page is loaded again, so that is the way out.
 * @param framed inside the shell, which is the landmark already
 */
export function RouteFailed({ framed = false }: { framed?: boolean }) {
  const error = useRouteError();
  const offline = error instanceof AuthError;
  return (
    <Box component={framed ? 'div' : 'main'} sx={{ padding: { xs: 2, sm: 4 }, paddingTop: { sm: 10 } }}>
      <Page title={offline ? 'The portal cannot be reached' : 'This page did not load'} width={560}>
        <Notice tone={offline ? 'warning' : 'danger'} role="alert">
          {offline
            ? 'We could not confirm your sign-in. Nothing is lost, and you are not signed out.'
            : 'Something went wrong while showing this page. What you saved before is safe.'}
        </Notice>
        <Button variant="contained" sx={{ marginTop: 3 }} onClick={() => window.location.reload()}>
          Try again
        </Button>
      </Page>
    </Box>
  );
}
