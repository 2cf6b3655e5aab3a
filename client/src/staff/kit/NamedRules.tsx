import type { FiredRule } from '../../../../common/api/index.js';
import { CheckField } from './CheckField.js';
import { bySeverity } from './Evidence.js';
import { ruleTitle } from './words.js';
import { NAMED_RULES_TEXT as words } from './text/en.js';

interface NamedRulesProps {
  rules: readonly string[];
  /** The same rules as they fired: the checks follow their severity. */
  fired: readonly FiredRule[];
  /** The rules that were checked. */
  read: ReadonlySet<string>;
  onRead: (read: ReadonlySet<string>) => void;
}

/** Each rule that is decided against, checked by name. */
export function NamedRules({ rules, fired, read, onRead }: NamedRulesProps) {
  const worst = bySeverity(fired).map((rule) => rule.rule_key);
  const ordered = [
    ...worst.filter((key) => rules.includes(key)),
    ...rules.filter((key) => !worst.includes(key)),
  ];
  return ordered.map((key) => (
    <CheckField
      key={key}
      label={words.confirm(ruleTitle(key))}
      checked={read.has(key)}
      onChange={(on) => {
        const next = new Set(read);
        if (on) next.add(key);
        else next.delete(key);
        onRead(next);
      }}
    />
  ));
}
