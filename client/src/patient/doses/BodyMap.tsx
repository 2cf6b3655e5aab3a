import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { QuestionFrame } from '../../shared/forms/QuestionFrame.js';
import type { Site } from './sites.js';
import { DOSES_TEXT as text } from './text/en.js';

interface BodyMapProps {
  id: string;
  sites: readonly Site[];
  suggested: string | null;
  value: string;
  onChange: (site: string) => void;
}

/** The dose site, chosen on a figure; each site is a button with a name. */
export function BodyMap({ id, sites, suggested, value, onChange }: BodyMapProps) {
  const sides = (['front', 'back'] as const).filter((side) => sites.some((site) => site.side === side));
  return (
    <QuestionFrame
      id={id}
      label={text.site}
      group="fields"
      {...(suggested && { hint: text.suggested(suggested) })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 2 }}>
        {sides.map((side, index) => (
          <Figure
            key={side}
            {...(index === 0 && { firstId: id })}
            side={side}
            sites={sites.filter((site) => site.side === side)}
            suggested={suggested}
            value={value}
            onChange={onChange}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 40 }}>
        <Typography role="status" sx={{ fontWeight: value ? 600 : 400 }}>
          {value ? text.chosen(value) : text.none}
        </Typography>
        {value && <Button onClick={() => onChange('')}>{text.clear}</Button>}
      </Box>
    </QuestionFrame>
  );
}

interface FigureProps extends Omit<BodyMapProps, 'id'> {
  firstId?: string;
  side: Site['side'];
}
function Figure({ firstId, side, sites, suggested, value, onChange }: FigureProps) {
  return (
    <Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center' }}>
        {side === 'front' ? text.front : text.backSide}
      </Typography>
      <Box sx={{ position: 'relative', width: 136, height: 272 }}>
        <Silhouette />
        {sites.map((site, index) => (
          <Spot
            key={site.name}
            {...(index === 0 && firstId && { id: firstId })}
            site={site}
            chosen={site.name === value}
            suggested={site.name === suggested}
            onPress={() => onChange(site.name === value ? '' : site.name)}
          />
        ))}
      </Box>
    </Box>
  );
}

interface SpotProps {
  id?: string;
  site: Site;
  chosen: boolean;
  suggested: boolean;
  onPress: () => void;
}
function Spot({ id, site, chosen, suggested, onPress }: SpotProps) {
  return (
    <ButtonBase
      id={id}
      type="button"
      aria-label={site.name}
      aria-pressed={chosen}
      title={site.name}
      onClick={onPress}
      sx={({ vars }) => ({
        position: 'absolute',
        left: `${site.x}%`,
        top: `${site.y}%`,
        width: 32,
        height: 32,
        margin: '-16px 0 0 -16px',
        borderRadius: '50%',
        border: `2px ${suggested && !chosen ? 'dashed' : 'solid'} ${vars.palette.primary.main}`,
        backgroundColor: chosen ? vars.palette.primary.main : vars.palette.background.paper,
        color: vars.palette.primary.contrastText,
        fontWeight: 700,
        '&:focus-visible': { outline: `3px solid ${vars.palette.primary.main}`, outlineOffset: 2 },
      })}
    >
      {chosen && <span aria-hidden>✓</span>}
    </ButtonBase>
  );
}

function Silhouette() {
  return (
    <Box
      component="svg"
      viewBox="0 0 150 300"
      aria-hidden
      sx={({ vars }) => ({
        position: 'absolute',
        inset: 0,
        fill: vars.palette.portal.tones.neutral.ground,
        stroke: vars.palette.portal.border,
        strokeWidth: 1.5,
      })}
    >
      <circle cx="75" cy="26" r="20" />
      <path d="M60 50h30c4 4 26 4 30 20l12 88c1 8-9 10-11 2l-15-66v58l-6 138H80L75 182l-5 108H50l-6-138V94l-15 66c-2 8-12 6-11-2l12-88c4-16 26-16 30-20z" />
    </Box>
  );
}
