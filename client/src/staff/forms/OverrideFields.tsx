import Box from '@mui/material/Box';
import type { FiredRule } from '#common/api/index.js';
import type { Lacking } from './lacking.js';
import { NamedRules } from './NamedRules.js';
import { SmallField } from './SmallField.js';

interface OverrideFieldsProps {
  /** Of the reason. */
  id: string;
  label: string;
  hint: string;
  /** The rules to check by name; null where that is not required. */
  rules: readonly string[] | null;
  /** The same rules as they fired. */
  fired: readonly FiredRule[];
  /** The rules that were checked. */
  read: ReadonlySet<string>;
  onRead: (read: ReadonlySet<string>) => void;
  reason: string;
  onReason: (reason: string) => void;
  /** What is missing or was refused. */
  problem: Lacking;
}

/** What passes rules: each checked by name, and the reason. */
export function OverrideFields(props: OverrideFieldsProps) {
  const { id, label, hint, rules, fired, read, onRead, reason, onReason, problem } = props;
  return (
    <>
      {rules && (
        <Box>
          <NamedRules rules={rules} fired={fired} read={read} onRead={onRead} problem={problem.rules} />
        </Box>
      )}
      <SmallField
        id={id}
        type="multiline"
        label={label}
        hint={hint}
        value={reason}
        onChange={onReason}
        error={problem.reason}
      />
    </>
  );
}
