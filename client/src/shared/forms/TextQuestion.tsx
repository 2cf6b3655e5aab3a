import { Input } from './Input.js';
import { describedBy, QuestionFrame, type QuestionProps } from './QuestionFrame.js';
import { RoomLeft } from './RoomLeft.js';

interface TextProps extends QuestionProps<string> {
  kind?: 'text' | 'email' | 'tel';
  long?: boolean;
  autoComplete?: string | undefined;
  /** The maximum length the server accepts. */
  limit?: number;
}

const WIDTH = { text: '100%', email: 440, tel: 280 } as const;

export function TextQuestion({ value, onChange, ...rest }: TextProps) {
  const { kind = 'text', long = false, autoComplete, limit, ...question } = rest;
  const { id, required, error } = question;
  return (
    <QuestionFrame {...question}>
      <Input
        id={id}
        value={value}
        onText={onChange}
        long={long}
        // The type selects the phone's keyboard; the browser's own validation would fire too early.
        type={kind === 'tel' ? 'tel' : 'text'}
        inputMode={kind}
        invalid={Boolean(error)}
        width={long ? '100%' : WIDTH[kind]}
        autoComplete={autoComplete ?? 'off'}
        aria-required={required || undefined}
        aria-describedby={describedBy(question)}
        {...(kind === 'email' ? { autoCapitalize: 'none', spellCheck: false } : {})}
      />
      {limit !== undefined && <RoomLeft id={id} text={value} limit={limit} />}
    </QuestionFrame>
  );
}
