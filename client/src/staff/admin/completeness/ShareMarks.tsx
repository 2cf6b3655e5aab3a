import Box from '@mui/material/Box';
import { formatDate, visuallyHidden } from '#client/shared/ui/index.js';
import { figureSaid, shareSaid, type MeasureRow, type Share } from './figures.js';
import { CLINIC_COMPLETENESS_TEXT as words } from './text/en.js';

const BAR = 12;

/** A share as a bar from 0 to 100%, its 95% interval as a whisker; the numbers are beside it. */
export function ShareBar({ share }: { share: Share }) {
  const { percent, low, high } = share;
  const known = percent !== null && low !== null && high !== null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '2px 12px', flexGrow: 1 }}>
      {known && (
        <Box
          aria-hidden
          sx={{
            position: 'relative',
            flex: '1 1 120px',
            minWidth: 110,
            maxWidth: 260,
            height: BAR,
            borderRadius: '3px',
            backgroundColor: 'background.sunken',
            boxShadow: (theme) => `inset 0 0 0 1px ${theme.vars.palette.portal.border}`,
          }}
        >
          <Box
            sx={{
              width: `${percent}%`,
              height: '100%',
              borderRadius: '3px',
              backgroundColor: 'primary.main',
              opacity: 0.55,
            }}
          />
          <Whisker low={low} high={high} />
        </Box>
      )}
      <Box
        component="span"
        className="tabular"
        sx={{ flex: known ? '0 0 148px' : undefined, color: known ? undefined : 'text.secondary' }}
      >
        {shareSaid(share)}
      </Box>
    </Box>
  );
}

/** A line with two ends over the bar. */
function Whisker({ low, high }: { low: number; high: number }) {
  return (
    <Box
      sx={{
        position: 'absolute',
        top: -2,
        height: BAR + 4,
        left: `${low}%`,
        width: `${high - low}%`,
        borderInline: '2px solid',
        borderColor: 'text.primary',
        '&::before': {
          content: '""',
          position: 'absolute',
          insetInline: 0,
          top: '50%',
          borderTop: '2px solid',
          borderColor: 'text.primary',
          transform: 'translateY(-50%)',
        },
      }}
    />
  );
}

const [WIDTH, HEIGHT, EDGE] = [112, 34, 5];

/** The last quarters as a small line, each on the same scale of 0 to 100%; a quarter with too few patients is a gap. */
export function QuarterLine({ over }: Pick<MeasureRow, 'over'>) {
  const step = over.length > 1 ? (WIDTH - 2 * EDGE) / (over.length - 1) : 0;
  const points = over.map(({ on, share }, index) => ({
    on,
    x: EDGE + index * step,
    y: share.percent === null ? null : HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * share.percent) / 100,
  }));
  return (
    <Box sx={{ lineHeight: 0 }}>
      <Box component="span" sx={visuallyHidden}>
        {over.map(({ on, share }) => words.onDay(formatDate(on), figureSaid(share))).join('; ')}
      </Box>
      <Box
        component="svg"
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        sx={{ width: WIDTH, height: HEIGHT, color: 'primary.main' }}
      >
        <Box
          component="path"
          d={`M0 ${HEIGHT - EDGE}H${WIDTH}M0 ${EDGE}H${WIDTH}`}
          sx={{ stroke: (theme) => theme.vars.palette.portal.border, fill: 'none' }}
        />
        <path d={lineOf(points)} stroke="currentColor" strokeWidth={1.75} fill="none" />
        {points.map(
          ({ on, x, y }, index) =>
            y !== null && (
              <circle
                key={on}
                cx={x}
                cy={y}
                r={index === points.length - 1 ? 3.5 : 2.25}
                fill="currentColor"
              />
            ),
        )}
      </Box>
    </Box>
  );
}

/** One stroke through neighboring points; a missing one ends it. */
function lineOf(points: readonly { x: number; y: number | null }[]): string {
  return points
    .map(({ x, y }, index) => {
      if (y === null) return '';
      const joined = index > 0 && points[index - 1]?.y !== null;
      return `${joined ? 'L' : 'M'}${x} ${y}`;
    })
    .join('');
}
