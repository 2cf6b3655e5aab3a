import Box from '@mui/material/Box';
import { strengthOf, type Strength } from './strength.js';
import { easyToGuessText, fairOneMoreWordMakesText, tooShortText } from './text/strength-meter.js';

const LOOK: Record<Strength, { parts: number; tone: 'danger' | 'warning' | 'success'; words: string }> = {
  short: { parts: 1, tone: 'danger', words: tooShortText },
  weak: { parts: 1, tone: 'danger', words: easyToGuessText },
  fair: { parts: 2, tone: 'warning', words: fairOneMoreWordMakesText },
  strong: { parts: 3, tone: 'success', words: 'Strong.' },
};

/** Shows how strong a new password is as it is typed: three bars and words. */
export function StrengthMeter({ password, email }: { password: string; email?: string }) {
  const look = password ? LOOK[strengthOf(password, email)] : null;
  return (
    <Box aria-live="polite" sx={{ marginTop: look ? '8px !important' : '0 !important' }}>
      {look && (
        <>
          <Box aria-hidden sx={{ display: 'flex', gap: '4px', marginBottom: '4px' }}>
            {[1, 2, 3].map((part) => (
              <Box
                key={part}
                sx={(theme) => ({
                  flex: 1,
                  height: 5,
                  borderRadius: '3px',
                  backgroundColor:
                    part <= look.parts
                      ? theme.vars.palette.portal.tones[look.tone].ink
                      : theme.vars.palette.portal.border,
                })}
              />
            ))}
          </Box>
          <Box
            component="span"
            sx={(theme) => ({
              fontSize: '0.875rem',
              color: theme.vars.palette.portal.tones[look.tone].ink,
            })}
          >
            {look.words}
          </Box>
        </>
      )}
    </Box>
  );
}
