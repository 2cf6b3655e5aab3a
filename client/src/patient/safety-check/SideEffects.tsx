import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { SIDE_EFFECTS, type SideEffect, type SideEffectSeverity } from '#common/clinical/safety-check.js';
import { EMERGENCY_OF } from '#common/assistant/side-effect-emergencies.js';
import { Choice } from '../../shared/forms/Choice.js';
import { DateQuestion, RadioQuestion } from '../../shared/forms/index.js';
import { Notice, TextLink } from '../../shared/ui/index.js';
import { SAFETY_CHECK_WORDS as words } from '#common/vocabulary/safety-check-words.js';
import { EmergencyHere } from './EmergencyHere.js';
import type { PartProps } from './parts.js';
import { SAFETY_CHECK_TEXT as text } from './text/en.js';
import { useTellAtOnce, type ToldOf } from './useTellAtOnce.js';

const SEVERITIES = (['mild', 'moderate', 'severe'] as const).map((value: SideEffectSeverity) => ({
  value,
  label: words.severity[value],
}));

type Report = NonNullable<PartProps['draft']['effects'][SideEffect]>;

/** One large row each; asks severity and start date for the checked ones. */
export function SideEffects({ draft, onChange, control }: PartProps) {
  const told = useTellAtOnce(draft);
  const report = (effect: SideEffect, next: Report | null) =>
    onChange((before) => {
      const { [effect]: _old, ...rest } = before.effects;
      return { ...before, effects: next ? { ...rest, [effect]: next } : rest };
    });
  return (
    <Box
      component="section"
      aria-labelledby="safety-effects"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
    >
      <Typography id="safety-effects" variant="h3" component="h2">
        {text.effects}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{text.effectsLead}</Typography>
      {SIDE_EFFECTS.map((effect) => {
        const reported = draft.effects[effect];
        const danger = EMERGENCY_OF[effect];
        return (
          <Box key={effect}>
            <Row
              id={`safety-effect-${effect}`}
              label={words.sideEffect[effect]}
              checked={Boolean(reported)}
              onChange={(checked) => report(effect, checked ? {} : null)}
            />
            {reported && danger && (
              <Box sx={{ paddingTop: 1 }}>
                <EmergencyHere kind={danger} told={told[danger]?.told} />
              </Box>
            )}
            {!reported && danger && <TakenBack effect={effect} told={told[danger]} draft={draft} />}
            {reported && (
              <Box sx={{ display: 'grid', gap: 2, padding: '12px 0 16px 16px' }}>
                <RadioQuestion
                  {...control(`severity_${effect}`)}
                  label={text.howBad(words.sideEffect[effect])}
                  value={reported.severity}
                  onChange={(severity) => report(effect, { ...reported, ...(severity && { severity }) })}
                  options={SEVERITIES}
                />
                <DateQuestion
                  {...control(`since_${effect}`)}
                  label={text.since(words.sideEffect[effect])}
                  value={reported.since}
                  onChange={(since) => {
                    const { since: _before, ...rest } = reported;
                    report(effect, since ? { ...rest, since } : rest);
                  }}
                />
              </Box>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

interface TakenBackProps {
  effect: SideEffect;
  told: ToldOf | undefined;
  draft: PartProps['draft'];
}
/** The care team was told already: that is not undone with the check mark, and doses wait until they have called. */
function TakenBack({ effect, told, draft }: TakenBackProps) {
  const still = SIDE_EFFECTS.some((one) => draft.effects[one] && EMERGENCY_OF[one] === EMERGENCY_OF[effect]);
  if (told?.told !== 'yes' || told.by !== effect || still) return null;
  return (
    <Notice tone="warning" role="status" sx={{ marginTop: 1 }}>
      {text.takenBack(words.sideEffect[effect])}{' '}
      <TextLink to="/trt/patient/messages?thread=new">{text.toMessages}</TextLink>
    </Notice>
  );
}

interface RowProps {
  id: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Row({ id, label, checked, onChange }: RowProps) {
  return (
    <Box
      component="label"
      htmlFor={id}
      sx={(theme) => ({
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        minHeight: 48,
        paddingInline: 1.75,
        borderRadius: '8px',
        border: `1px solid ${theme.vars.palette.portal.inputBorder}`,
        cursor: 'pointer',
        ...(checked && { borderColor: theme.vars.palette.primary.main, fontWeight: 600 }),
        '&:has(input:focus-visible)': {
          outline: `3px solid ${theme.vars.palette.primary.main}`,
          outlineOffset: 2,
        },
      })}
    >
      <Choice type="checkbox" id={id} checked={checked} onChange={onChange} />
      <span>{label}</span>
    </Box>
  );
}
