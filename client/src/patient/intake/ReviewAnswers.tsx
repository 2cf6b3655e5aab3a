import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  SECTIONS,
  fieldByName,
  fieldsOfSection,
  isBlank,
  isShown,
  type IntakeData,
  type IntakeSection,
} from '#common/intake/index.js';
import { Notice, TextLink, visuallyHidden } from '../../shared/ui/index.js';
import { answerText } from '../../shared/forms/answer-text.js';
import EducationPointer from './EducationPointer.js';
import { INTAKE_TEXT } from './text/en.js';

const text = INTAKE_TEXT.review;

/** "Check your answers": every answer before the signature, with a link back to each section. */
export function ReviewAnswers({ data }: { data: IntakeData }) {
  return (
    <Box component="section" aria-labelledby="check-answers" sx={{ marginTop: 6 }}>
      <Typography id="check-answers" variant="h2">
        {text.title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', marginTop: 0.5 }}>{text.lead}</Typography>
      <EducationPointer unread />
      <Skipped data={data} />
      {SECTIONS.filter((section) => section.number < SECTIONS.length).map((section) => (
        <SectionAnswers key={section.number} section={section} data={data} />
      ))}
    </Box>
  );
}

/** What a clinician cannot do without, and a patient may pass over: an empty answer does not say "none". */
const NEVER_SKIPPED = ['current_medications', 'allergies'] as const;

function Skipped({ data }: { data: IntakeData }) {
  const skipped = NEVER_SKIPPED.map(fieldByName).filter(({ name }) => isBlank(data[name]));
  if (skipped.length === 0) return null;
  return (
    <Notice tone="warning" sx={{ marginTop: 2 }}>
      {text.skipped(skipped.map(({ label }) => label).join(text.and))}{' '}
      <TextLink to={`?section=${skipped[0]!.section}`}>{text.answer}</TextLink>
    </Notice>
  );
}

function SectionAnswers({ section, data }: { section: IntakeSection; data: IntakeData }) {
  const shown = fieldsOfSection(section.number).filter((field) => isShown(field, data));
  const answers = shown.flatMap((field) => {
    const value = data[field.name];
    return value === undefined || isBlank(value) ? [] : [{ field, text: answerText(field, value) }];
  });
  const open = shown.filter(
    (field) => isBlank(data[field.name]) && !(field.type === 'number' && field.computed),
  ).length;
  return (
    <Box sx={{ marginTop: 3 }}>
      <Box
        sx={(theme) => ({
          position: 'relative',
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          gap: 2,
          borderBottom: `1px solid ${theme.vars.palette.portal.border}`,
        })}
      >
        <Typography variant="h3">{section.title}</Typography>
        <TextLink
          to={`?section=${section.number}`}
          sx={{ display: 'inline-block', minHeight: 44, padding: '10px 4px' }}
        >
          {text.change}
          <Box component="span" sx={visuallyHidden}>
            {' '}
            {section.title}
          </Box>
        </TextLink>
      </Box>
      {answers.length > 0 && (
        <Box component="dl" sx={{ margin: 0 }}>
          {answers.map((answer) => (
            <Box
              key={answer.field.name}
              sx={(theme) => ({
                display: 'grid',
                gridTemplateColumns: { xs: '1fr', sm: '5fr 6fr' },
                columnGap: 2,
                paddingBlock: 0.9,
                borderBottom: `1px solid ${theme.vars.palette.portal.border}`,
              })}
            >
              <Typography component="dt" sx={{ color: 'text.secondary' }}>
                {answer.field.label}
              </Typography>
              <Typography component="dd" sx={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {answer.text}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', marginTop: 1 }}>
        {answers.length === 0 ? text.nothing : open > 0 ? text.open(open) : null}
      </Typography>
    </Box>
  );
}
