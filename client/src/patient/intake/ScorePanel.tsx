import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { effectiveAnswers, type IntakeData } from '#common/intake/index.js';
import { adam, iief5, stopBang } from '#common/scores/index.js';
import { INTAKE_TEXT } from './text/en.js';

const text = INTAKE_TEXT.scores;

interface Score {
  title: string;
  lines: string[];
  owner: string;
}

function scoreOf(section: number, data: IntakeData): Score | null {
  const answers = effectiveAnswers(data);
  if (section === 3) {
    const score = adam(answers);
    if (!score) return null;
    const meaning = score.positive ? text.adamPositive : text.adamNegative;
    return {
      title: text.adamTitle,
      lines: [
        score.unrated > 0
          ? text.adamOpen(score.count, score.unrated)
          : text.adam(score.count, score.severity_sum),
        ...(score.answered === 10 || score.positive ? [meaning] : []),
      ],
      owner: text.adamOwner,
    };
  }
  if (section === 4) {
    const score = iief5(answers);
    return (
      score && { title: text.iiefTitle(score.score), lines: [text.iief[score.band]], owner: text.iiefOwner }
    );
  }
  if (section === 7) {
    const score = stopBang(answers);
    if (!score) return null;
    const open = 8 - score.answered;
    return {
      title: text.stopBangTitle(score.score),
      // "Low" would reassure too early while questions are unanswered.
      lines: [
        ...(open === 0 || score.band !== 'low' ? [text.stopBang[score.band]] : []),
        ...(open > 0 ? [text.stopBangOpen(open)] : []),
      ],
      owner: text.stopBangOwner,
    };
  }
  return null;
}

/** A section's total score, shown at its end. */
export function ScorePanel({ section, data }: { section: number; data: IntakeData }) {
  const score = scoreOf(section, data);
  return (
    <div role="status">
      {score && (
        <Box
          sx={(theme) => ({
            borderRadius: '12px',
            backgroundColor: theme.vars.palette.portal.tones.info.ground,
            padding: { xs: 2, sm: 2.5 },
            marginTop: 4,
          })}
        >
          <Typography sx={{ fontWeight: 650, fontSize: '1.125rem' }}>{score.title}</Typography>
          {score.lines.map((line) => (
            <Typography key={line} sx={{ marginTop: 0.5 }}>
              {line}
            </Typography>
          ))}
          <Typography variant="body2" sx={{ marginTop: 1, color: 'text.secondary' }}>
            {text.note} {score.owner}
          </Typography>
        </Box>
      )}
    </div>
  );
}
