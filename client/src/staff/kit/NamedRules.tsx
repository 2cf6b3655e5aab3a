import { CheckField } from './CheckField.js';
import { ruleTitle } from './words.js';
import { NAMED_RULES_TEXT as words } from './text/en.js';

interface NamedRulesProps {
  rules: readonly string[];
  /** The rules that were checked. */
  read: ReadonlySet<string>;
  onRead: (read: ReadonlySet<string>) => void;
}

/** Each rule that is decided against, checked by name. */
export function NamedRules({ rules, read, onRead }: NamedRulesProps) {
  return rules.map((key) => (
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
