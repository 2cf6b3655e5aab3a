import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { TitrateResponse } from '#common/api/index.js';
import type { Tone } from '#common/vocabulary/index.js';
import { Loading, Notice, Panel, StatusChip } from '../../shared/ui/index.js';
import { EvidenceLine, Source, SourceLine } from '../kit/Evidence.js';
import { EVIDENCE_TEXT } from '../kit/text/en.js';
import { FactList } from '../kit/FactList.js';
import { ruleTitle } from '../kit/words.js';
import { RECOMMENDATION_TEXT, TITRATION_TEXT as words } from './text/en.js';

const TONE: Record<TitrateResponse['recommendation'], Tone> = {
  increase: 'info',
  decrease: 'warning',
  hold: 'neutral',
  stop: 'danger',
};

interface RecommendationProps {
  advice: TitrateResponse | null;
  busy: 'simulate' | 'save' | null;
  /** Shown when the dose in the form is outside the usual range. */
  outside: string | null;
  /** The product the recommendation is for, if the form has another one. */
  product: string | null;
  /** Copies the suggested dose into the form. */
  onUse: ((dose: number) => void) | undefined;
  /** Saves the suggested dose as the new plan. */
  onSave: ((dose: number) => void) | undefined;
  /** What can be done right away where findings speak against going on; the first choice where it is to stop. */
  acts?: ((first: boolean) => ReactNode) | undefined;
}

/** What the rules recommend now and why; none of it is saved. */
export function Recommendation({ advice, ...rest }: RecommendationProps) {
  return (
    <Panel title={words.recommendation}>
      {advice ? (
        <Advice advice={advice} {...rest} />
      ) : rest.busy ? (
        <Loading rows={4} label={RECOMMENDATION_TEXT.loadingRecommendation} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{words.notSimulated}</Typography>
      )}
    </Panel>
  );
}

const speaksAgainst = ({ recommendation, rules }: TitrateResponse): boolean =>
  recommendation === 'stop' || (recommendation === 'hold' && rules.length > 0);

/** "Hold" alone would read as stopping the therapy. */
const adviceWords = (advice: TitrateResponse): string =>
  advice.recommendation === 'hold' && speaksAgainst(advice)
    ? words.noIncrease
    : words.advice[advice.recommendation];

function Advice({
  advice,
  outside,
  product,
  onUse,
  onSave,
  busy,
  acts,
}: RecommendationProps & { advice: TitrateResponse }) {
  const of = (key: string) => advice.evidence.filter((one) => one.rule_key === key);
  const beside = advice.evidence.filter((one) => one.rule_key === undefined);
  const changes = advice.suggested_dose > 0 && advice.suggested_dose !== advice.current_dose;
  return (
    <Stack spacing={2}>
      <Box role="status">
        <StatusChip tone={TONE[advice.recommendation]}>{adviceWords(advice)}</StatusChip>
        <Typography sx={{ marginTop: 1 }}>{advice.rationale}</Typography>
      </Box>
      {product && <Notice tone="warning">{words.otherProduct(product)}</Notice>}
      {outside && <Notice tone="warning">{outside}</Notice>}
      <FactList facts={facts(advice)} />
      {changes && onUse && !product && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {onSave && (
            <Button
              size="small"
              variant="contained"
              loading={busy === 'save'}
              disabled={busy === 'simulate'}
              onClick={() => onSave(advice.suggested_dose)}
            >
              {words.saveSuggested(RECOMMENDATION_TEXT.mg(advice.suggested_dose))}
            </Button>
          )}
          <Button size="small" variant="outlined" onClick={() => onUse(advice.suggested_dose)}>
            {words.useSuggested}
          </Button>
        </Box>
      )}
      {advice.rules.length > 0 && (
        <Box
          component="ul"
          sx={{ display: 'grid', gap: 1, margin: 0, padding: 0, listStyle: 'none', fontSize: '0.9375rem' }}
        >
          {advice.rules.map((rule) => (
            <Box
              key={rule.rule_key}
              component="li"
              sx={{ paddingLeft: 1.5, borderLeft: 3, borderColor: 'divider' }}
            >
              <Box sx={{ fontWeight: 600 }}>{ruleTitle(rule.rule_key)}</Box>
              {rule.recommendation}
              <EvidenceLine evidence={of(rule.rule_key)} />
              <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
                <Source evidence={of(rule.rule_key)} version={of(rule.rule_key)[0]?.rule_version ?? null} />
              </Box>
            </Box>
          ))}
        </Box>
      )}
      <Box>
        <EvidenceLine evidence={beside} />
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          <SourceLine evidence={beside} />
          <div>{EVIDENCE_TEXT.ruleSet(advice.rule_set_version)}</div>
        </Box>
      </Box>
      {speaksAgainst(advice) && acts?.(advice.recommendation === 'stop')}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {advice.disclaimer}
      </Typography>
    </Stack>
  );
}

/** The response as a list of names and values; a stop has no dose, and nothing that belongs to one. */
export function facts(advice: TitrateResponse): (readonly [string, string])[] {
  const stop = advice.recommendation === 'stop';
  return [
    [words.recommendation, adviceWords(advice)],
    ['Current dose', `${advice.current_dose} mg`],
    ['Suggested dose', stop ? words.noDose : `${advice.suggested_dose} mg`],
    ...(stop
      ? []
      : ([
          [words.frequency, advice.frequency],
          [words.route, advice.route],
          [words.timing, advice.blood_draw_timing],
        ] as const)),
    ['Next labs', `in ${advice.next_lab_in_days} days`],
  ];
}
