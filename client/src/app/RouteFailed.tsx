import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { AuthError } from '../shared/session/index.js';
import { isAnythingAtRisk } from '../shared/session/returnTicket.js';
import { Notice, Page } from '../shared/ui/index.js';
import { serverAnswers, UnreachableError } from './outdated.js';
import {
  pageNeedsNetworkAndOpensText,
  somethingWentWrongWhileShowingText,
  tryAgainText,
  weCouldNotConfirmSignText,
  whatTypedOnOtherPagesText,
} from './text/route-failed.js';

const words = {
  unreachable: {
    title: 'The portal cannot be reached',
    tone: 'warning',
    text: weCouldNotConfirmSignText,
  },
  offline: {
    title: 'You are offline',
    tone: 'warning',
    text: pageNeedsNetworkAndOpensText,
    kept: whatTypedOnOtherPagesText,
  },
  failed: {
    title: 'This page did not load',
    tone: 'danger',
    text: somethingWentWrongWhileShowingText,
  },
} as const;

const LOOK_AGAIN_MS = 1000;
const ASK_AGAIN_MS = 5000;

/** Once the portal is reachable again, sends unsaved work first and then reloads the page. */
function useReloadOnceBack(needs: '/livez' | '/readyz' | null): void {
  useEffect(() => {
    if (!needs) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    async function look(asks: '/livez' | '/readyz') {
      const free = navigator.onLine && !document.hidden && !isAnythingAtRisk();
      if (free && (await serverAnswers(asks))) window.location.reload();
      else timer = setTimeout(() => void look(asks), free ? ASK_AGAIN_MS : LOOK_AGAIN_MS);
    }
    timer = setTimeout(() => void look(needs), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [needs]);
}

/**
 * A page that could not be loaded. A failed chunk stays failed until the page is reloaded, so we offer a reload.
 * @param framed true inside the shell, which is already the landmark
 */
export function RouteFailed({ framed = false }: { framed?: boolean }) {
  const error = useRouteError();
  const [cutOff] = useState(() => !navigator.onLine || error instanceof UnreachableError);
  const unconfirmed = error instanceof AuthError;
  useReloadOnceBack(unconfirmed ? '/readyz' : cutOff ? '/livez' : null);
  const { title, tone, text } = unconfirmed ? words.unreachable : cutOff ? words.offline : words.failed;
  return (
    <Box component={framed ? 'div' : 'main'} sx={{ padding: { xs: 2, sm: 4 }, paddingTop: { sm: 10 } }}>
      <Page title={title} width={560}>
        <Notice tone={tone} role="alert">
          {text}
          {cutOff && framed && ` ${words.offline.kept}`}
        </Notice>
        <Button variant="contained" sx={{ marginTop: 3 }} onClick={() => window.location.reload()}>
          {tryAgainText}
        </Button>
      </Page>
    </Box>
  );
}
