import SendOutlined from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { KeyboardEvent, RefObject } from 'react';
import { CHAT_MAX_LENGTH } from '#common/api/assistant.js';
import { Input } from '../shared/forms/Input.js';
import { lengthOf, RoomLeft } from '../shared/forms/RoomLeft.js';
import { useKeptState } from '../shared/session/index.js';
import { visuallyHidden } from '../shared/ui/index.js';
import { ask } from './conversation.js';
import { ASSISTANT_TEXT as text } from './text/en.js';

/** The message box. Enter sends, Shift+Enter adds a line break. */
export function Composer({ form, pending }: { form: RefObject<HTMLFormElement | null>; pending: boolean }) {
  const [draft, setDraft] = useKeptState(
    'assistant-message',
    () => '',
    (typed) => typed.trim() !== '',
  );
  const held = pending || !draft.trim() || lengthOf(draft) > CHAT_MAX_LENGTH;
  function send() {
    if (held) return;
    setDraft('');
    void ask(draft);
  }
  function onKeyDown(event: KeyboardEvent) {
    // An Enter that confirms an input-method candidate is not a send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }
  return (
    <Box
      component="form"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
        form.current?.querySelector('textarea')?.focus();
      }}
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-end' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }} onKeyDown={onKeyDown}>
        <Box component="label" htmlFor="assistant-message" sx={visuallyHidden}>
          {text.field}
        </Box>
        <Input
          id="assistant-message"
          long
          value={draft}
          onText={setDraft}
          placeholder={text.placeholder}
          style={{ minHeight: 48, maxHeight: 140, resize: 'none', overflowWrap: 'anywhere' }}
          enterKeyHint="send"
          autoComplete="off"
        />
        <RoomLeft id="assistant-message" text={draft} limit={CHAT_MAX_LENGTH} />
      </Box>
      {/* Read-only instead of disabled, to keep the focus. */}
      <Button
        type="submit"
        variant="contained"
        aria-disabled={held}
        startIcon={<SendOutlined />}
        sx={{ minHeight: 48, ...(held && { opacity: 0.55 }) }}
      >
        {text.send}
      </Button>
    </Box>
  );
}
