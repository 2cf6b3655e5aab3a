import Box from '@mui/material/Box';
import { useId } from 'react';
import { FEWEST_NAMED_CHARACTERS } from '#common/typed-reason.js';
import { Notice } from '../../shared/ui/index.js';
import { CheckField } from './CheckField.js';
import { ruleTitle } from '../kit/words.js';

const words = {
  lead: (rule: string) =>
    `${rule}: explain in at least ${FEWEST_NAMED_CHARACTERS} characters and tick the rule.`,
  check: (rule: string) => `Override: ${rule}`,
};

interface NamedRuleProps {
  rule: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The server's message about the named rules. */
  problem?: string | undefined;
}

/** A rule that is explicitly overridden by name, beside the reason. */
export function NamedRule({ rule, checked, onChange, problem }: NamedRuleProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 1, marginTop: 1.5 }}>
      <Notice tone="danger">{words.lead(ruleTitle(rule))}</Notice>
      <CheckField
        label={words.check(ruleTitle(rule))}
        checked={checked}
        onChange={onChange}
        invalid={problem && id}
      />
      {problem && (
        <Box id={id} role="alert" sx={{ color: 'error.main', fontSize: '0.8125rem' }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
