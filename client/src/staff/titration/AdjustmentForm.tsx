import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, type FormEvent } from 'react';
import { Notice, Panel } from '../../shared/ui/index.js';
import { focusFirstInvalid } from '../forms/focusFirstInvalid.js';
import { AdjustmentFields } from './AdjustmentFields.js';
import { TITRATION_TEXT as words } from './text/en.js';
import type { useAdjustment } from './useAdjustment.js';

interface AdjustmentFormProps {
  adjustment: ReturnType<typeof useAdjustment>;
  readOnly: boolean;
}

export function AdjustmentForm({ adjustment, readOnly }: AdjustmentFormProps) {
  const { form, setForm, problems, failure, rangeLeft, reasonNeeded, busy, run } = adjustment;
  const element = useRef<HTMLFormElement>(null);

  async function act(what: 'simulate' | 'save') {
    if (busy) return;
    const sent = await run(what);
    if (!sent && element.current) focusFirstInvalid(element.current);
  }
  return (
    <Panel title={words.form}>
      <Box
        component="form"
        ref={element}
        noValidate
        aria-label={words.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void act('simulate');
        }}
      >
        <AdjustmentFields
          form={form}
          onChange={setForm}
          problems={problems}
          rangeLeft={rangeLeft}
          reasonNeeded={reasonNeeded}
          disabled={readOnly}
        />
        {failure && (
          <Notice tone="danger" role="alert" title={failure.title} sx={{ marginTop: 2 }}>
            {failure.changes?.map((line) => (
              <div key={line}>{line}</div>
            ))}
            {failure.detail}
          </Notice>
        )}
        {!readOnly && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, marginTop: 2.5 }}>
            <Button type="submit" variant="outlined" loading={busy === 'simulate'} disabled={busy === 'save'}>
              {words.simulate}
            </Button>
            <Button
              variant="contained"
              loading={busy === 'save'}
              disabled={busy === 'simulate'}
              onClick={() => void act('save')}
            >
              {words.save}
            </Button>
          </Box>
        )}
      </Box>
    </Panel>
  );
}
