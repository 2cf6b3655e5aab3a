import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { SAFETY_TEXT_MAX_LENGTH } from '#common/api/safety-checks.js';
import { CHANGE_KINDS } from '#common/clinical/safety-check.js';
import { FORM_TEXT, RadioQuestion, TextQuestion } from '../../shared/forms/index.js';
import type { PartProps } from './parts.js';
import { SAFETY_CHECK_TEXT as text } from './text/en.js';

const YES_NO = [
  { value: true, label: FORM_TEXT.yes },
  { value: false, label: FORM_TEXT.no },
];

export function Changes({ draft, onChange, control }: PartProps) {
  return (
    <>
      <Typography variant="h3" component="h2">
        {text.changed}
      </Typography>
      {CHANGE_KINDS.map((kind) => (
        <Fragment key={kind}>
          <RadioQuestion
            {...control(`changed_${kind}`)}
            label={text.ask[kind]}
            value={draft.changed[kind]}
            onChange={(answer) =>
              onChange((before) => ({ ...before, changed: { ...before.changed, [kind]: answer } }))
            }
            options={YES_NO}
          />
          {draft.changed[kind] && (
            <TextQuestion
              {...control(kind)}
              label={text.what[kind]}
              long
              value={draft.what[kind] ?? ''}
              onChange={(typed) =>
                onChange((before) => ({ ...before, what: { ...before.what, [kind]: typed } }))
              }
              limit={SAFETY_TEXT_MAX_LENGTH}
            />
          )}
        </Fragment>
      ))}
    </>
  );
}
