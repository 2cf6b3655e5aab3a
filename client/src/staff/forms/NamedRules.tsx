import Box from '@mui/material/Box';
import { useId } from 'react';
import type { FiredRule } from '#common/api/index.js';
import { CheckField } from './CheckField.js';
import { bySeverity } from '../kit/Evidence.js';
import { ruleTitle } from '../kit/words.js';
import { NAMED_RULES_TEXT as words } from './text/named-rules.js';

interface NamedRulesProps {
  rules: readonly string[];
  /** The same rules as they fired: the checks follow their severity. */
  fired: readonly FiredRule[];
  /** The rules that were checked. */
  read: ReadonlySet<string>;
  onRead: (read: ReadonlySet<string>) => void;
  /** Marks every rule that is not checked. */
  problem?: string | null;
}

/** Each rule that is overridden, checked by name. */
export function NamedRules({ rules, fired, read, onRead, problem = null }: NamedRulesProps) {
  const id = useId();
  const worst = bySeverity(fired).map((rule) => rule.rule_key);
  const ordered = [
    ...worst.filter((key) => rules.includes(key)),
    ...rules.filter((key) => !worst.includes(key)),
  ];
  const marks = problem !== null && ordered.some((key) => !read.has(key));
  return (
    <>
      {ordered.map((key) => (
        <CheckField
          key={key}
          label={words.confirm(ruleTitle(key))}
          checked={read.has(key)}
          invalid={marks && !read.has(key) ? id : undefined}
          onChange={(on) => {
            const next = new Set(read);
            if (on) next.add(key);
            else next.delete(key);
            onRead(next);
          }}
        />
      ))}
      {marks && (
        <Box id={id} role="alert" sx={{ color: 'error.main', fontSize: '0.8125rem' }}>
          {problem}
        </Box>
      )}
    </>
  );
}
