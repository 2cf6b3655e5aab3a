import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { actionErrorMessage } from '../../shared/api/index.js';
import { useSession } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Notice, visuallyHidden } from '../../shared/ui/index.js';
import { deviceZone } from '../../shared/session/deviceZone.js';
import { sameClock, zoneTitle } from '../../shared/ui/zones.js';
import { KIT_TEXT } from './text/en.js';
import { changeZone } from './zone-change.js';

const text = KIT_TEXT.zone;
/** Remembers in this browser that the patient declined another zone: the two names, nothing about the patient. */
const KEPT = 'zone-kept';

/** A browser may block storage; then the offer comes back on the next page. */
function inMemory<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** A device that hides its zone, or has none, says nothing about where the patient is. */
const isPlace = (zone: string) => zone.includes('/') && !zone.startsWith('Etc/');

/** Offers the device's time zone when it differs from the profile's. */
export function ZoneOffer() {
  const profile = useSession()?.timezone ?? null;
  const device = deviceZone();
  const pair = `${device} ${profile}`;
  const [kept, setKept] = useState(() => inMemory(() => localStorage.getItem(KEPT)));
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => changeZone(queries, device),
    onSuccess: () => toast.success(text.changed(zoneTitle(device))),
    onError: (error) => toast.error(actionErrorMessage(error, text.failed)),
  });
  if (!profile || !isPlace(device) || kept === pair || sameClock(device, profile)) return null;
  const keep = () => {
    inMemory(() => localStorage.setItem(KEPT, pair));
    setKept(pair);
  };
  return (
    <Notice
      tone="info"
      sx={{ marginBottom: 3 }}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            color="inherit"
            variant="outlined"
            loading={change.isPending}
            onClick={() => change.mutate()}
          >
            {text.change(zoneTitle(device))}
          </Button>
          <Button color="inherit" onClick={keep}>
            {text.keep}
            <Box component="span" sx={visuallyHidden}>{` ${zoneTitle(profile)}`}</Box>
          </Button>
        </Box>
      }
    >
      {text.offer(zoneTitle(device))}
    </Notice>
  );
}
