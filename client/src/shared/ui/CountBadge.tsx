import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';

/** Beside an entry's label, at the corner of an icon, or above the end of a label. */
export type BadgePlace = 'beside' | 'corner' | 'above';
const AT: Record<BadgePlace, object> = {
  beside: { top: 'calc(50% - 11px)', right: 12 },
  corner: { top: 2, left: 'calc(50% + 6px)', fontSize: '0.6875rem', lineHeight: '18px' },
  above: { top: 2, right: -4, fontSize: '0.6875rem', lineHeight: '18px', minWidth: 18 },
};

interface CountBadgeProps {
  /** Describes the count for its link. */
  id: string;
  label: string;
  count: string;
  place: BadgePlace;
}

export function CountBadge({ id, label, count, place }: CountBadgeProps) {
  return (
    <Box
      component="span"
      id={id}
      aria-label={label}
      role="img"
      className="tabular"
      sx={(theme: Theme) => ({
        minWidth: 22,
        padding: '0 6px',
        borderRadius: '11px',
        fontSize: '0.8125rem',
        fontWeight: 650,
        lineHeight: '22px',
        textAlign: 'center',
        color: theme.vars.palette.portal.tones.warning.ink,
        backgroundColor: theme.vars.palette.portal.tones.warning.ground,
        position: 'absolute',
        pointerEvents: 'none',
        ...AT[place],
      })}
    >
      {count}
    </Box>
  );
}
