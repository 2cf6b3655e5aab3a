import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { CurveResponse } from '#common/api/index.js';
import { actionLimits, shadedWindows, hasTarget } from './curve-series.js';
import { currentName } from './curve-words.js';
import { CURVE_TEXT as words } from './text/en.js';

/** What each color and mark means, in words. */
export function CurveKey({ curve }: { curve: CurveResponse }) {
  const { current, proposed, draws } = curve;
  const hollow = draws.some((draw) => !draw.used && draw.hours_after_dose !== null);
  const windows = shadedWindows(curve);
  const action = actionLimits(curve);
  const named = (name: string, averageOnly: boolean) => (averageOnly ? words.averageOnly(name) : name);
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        display: 'flex',
        flexWrap: 'wrap',
        gap: '4px 18px',
        fontSize: '0.875rem',
        color: 'text.secondary',
      }}
    >
      <Entry line="primary.main" dashed={!current.fitted}>
        {named(currentName(curve), current.average_only)}
      </Entry>
      {proposed && (
        <Entry line="secondary.main" dashed={!proposed.fitted}>
          {named(words.proposed, proposed.average_only)}
        </Entry>
      )}
      <Entry ground="band">{words.band}</Entry>
      {windows.current.length > 0 && <Entry ground="window">{words.window}</Entry>}
      {windows.proposed.length > 0 && <Entry ground="outline">{words.proposedWindow}</Entry>}
      {hasTarget(current) && (
        <Entry ground="target">{words.target(current.target.low, current.target.high)}</Entry>
      )}
      {action.some(({ of }) => of === 'current') && (
        <Entry line="portal.tones.warning.ink" dashed>
          {words.action}
        </Entry>
      )}
      {action.some(({ of }) => of === 'proposed') && (
        <Entry line="secondary.main" dotted>
          {words.proposedAction}
        </Entry>
      )}
      <Entry line="error.main" dashed>
        {words.limit}
      </Entry>
      {draws.some((draw) => draw.used) && <Entry dot="full">{words.draw}</Entry>}
      {hollow && <Entry dot="hollow">{words.hollow}</Entry>}
    </Box>
  );
}

interface EntryProps {
  line?: string;
  dashed?: boolean;
  dotted?: boolean;
  ground?: 'band' | 'target' | 'window' | 'outline';
  dot?: 'full' | 'hollow';
  children: ReactNode;
}
function Entry({ line, dashed = false, dotted = false, ground, dot, children }: EntryProps) {
  const stroke = dotted ? 'dotted' : dashed ? 'dashed' : 'solid';
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
      <Box
        component="span"
        aria-hidden
        sx={({ vars }) => ({
          flex: 'none',
          width: dot ? 10 : 20,
          height: dot ? 10 : ground ? 12 : 0,
          borderRadius: dot ? '50%' : ground ? '2px' : 0,
          ...(line && { borderTop: `3px ${stroke}`, borderColor: line }),
          ...(ground === 'band' && { backgroundColor: vars.palette.primary.main, opacity: 0.25 }),
          ...((ground === 'window' || ground === 'target') && {
            backgroundColor: vars.palette.portal.tones[ground === 'window' ? 'info' : 'success'].ground,
            border: `1px solid ${vars.palette.portal.border}`,
          }),
          ...(ground === 'outline' && { border: `1px dashed ${vars.palette.secondary.main}` }),
          ...(dot && {
            border: `2px solid ${vars.palette.text.primary}`,
            backgroundColor: dot === 'full' ? vars.palette.text.primary : 'transparent',
          }),
        })}
      />
      {children}
    </Box>
  );
}
