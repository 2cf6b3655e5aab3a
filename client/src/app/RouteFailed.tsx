import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { AuthError } from '../shared/session/index.js';
import { isAnythingAtRisk } from '../shared/session/returnTicket.js';
import { Notice, Page } from '../shared/ui/index.js';

const words = {
  unreachable: {
    title: 'The portal cannot be reached',
    tone: 'warning',
    text: 'We could not confirm your sign-in. Nothing is lost, and you are not signed out.',
  },
  offline: {
    title: 'You are offline',
    tone: 'warning',
    text: 'This page needs the network and opens by itself once you are back online.',
    kept: 'What you typed on other pages is kept until then.',
  },
  failed: {
    title: 'This page did not load',
    tone: 'danger',
    text: 'Something went wrong while showing this page. What you saved before is safe.',
  },
} as const;

const LOOK_AGAIN_MS = 1000;

/** Back online, what waits to be sent goes first; then the page is loaded anew. */
function useReloadOnceOnline(cutOff: boolean): void {
  useEffect(() => {
    if (!cutOff) return undefined;
    const timer = setInterval(() => {
      if (navigator.onLine && !isAnythingAtRisk()) window.location.reload();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [cutOff]);
}

/**
 * A page that could not be shown. A failed chunk stays failed until the page is loaded again, so that is the way out.
 * @param framed inside the shell, which is the landmark already
 */
export function RouteFailed({ framed = false }: { framed?: boolean }) {
  const error = useRouteError();
  const [cutOff] = useState(() => !navigator.onLine);
  useReloadOnceOnline(cutOff);
  const { title, tone, text } =
    error instanceof AuthError ? words.unreachable : cutOff ? words.offline : words.failed;
  return (
    <Box component={framed ? 'div' : 'main'} sx={{ padding: { xs: 2, sm: 4 }, paddingTop: { sm: 10 } }}>
      <Page title={title} width={560}>
        <Notice tone={tone} role="alert">
          {text}
          {cutOff && framed && ` ${words.offline.kept}`}
        </Notice>
        <Button variant="contained" sx={{ marginTop: 3 }} onClick={() => window.location.reload()}>
          Try again
        </Button>
      </Page>
    </Box>
  );
}
