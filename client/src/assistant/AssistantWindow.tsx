import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import TrapFocus from '@mui/material/Unstable_TrapFocus';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../shared/session/index.js';
import { handOverMessage } from '../shared/session/messageHandover.js';
import { ChatLog } from './ChatLog.js';
import { Composer } from './Composer.js';
import { conversation } from './conversation.js';
import { ASSISTANT_TEXT as text } from './text/en.js';

/** How many questions are sent along with a message to the care team. */
const HANDED_ON = 5;

/** The chat: a window beside the page on a wide screen, full screen on a phone. */
export default function AssistantWindow({ onClose }: { onClose: () => void }) {
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const { messages, pending } = useSyncExternalStore(conversation.subscribe, conversation.read);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('textarea')?.focus();
  }, []);
  const navigate = useNavigate();
  const write = (subject: string, body: string) => {
    handOverMessage({ subject, body });
    onClose();
    void navigate('/trt/patient/messages?thread=new');
  };
  const leave = () => {
    if (!wide) onClose();
  };
  return (
    <TrapFocus open={!wide} disableAutoFocus disableRestoreFocus>
      <Box
        role="dialog"
        aria-label={text.title}
        aria-modal={wide ? undefined : true}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
        sx={(theme) => ({
          position: 'fixed',
          zIndex: theme.zIndex.modal - 1,
          display: 'flex',
          flexDirection: 'column',
          outline: 'none',
          backgroundColor: theme.vars.palette.background.paper,
          color: theme.vars.palette.text.primary,
          inset: 0,
          [theme.breakpoints.up('md')]: {
            inset: 'auto 24px 16px auto',
            width: 400,
            height: 'min(620px, calc(100vh - 112px))',
            border: `1px solid ${theme.vars.palette.portal.border}`,
            borderRadius: '16px',
            boxShadow: '0 12px 40px rgb(0 0 0 / 0.18)',
            overflow: 'hidden',
          },
        })}
      >
        <Header onClose={onClose} />
        <ChatLog
          messages={messages}
          pending={pending}
          onLeave={leave}
          onTell={(words) => write(text.tellSubject, words)}
        />
        <Box
          sx={{
            padding: 2,
            paddingTop: 1,
            borderTop: 1,
            borderColor: 'divider',
            display: 'grid',
            // Long unbroken words must wrap instead of widening the window.
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 1,
          }}
        >
          <Composer form={form} pending={pending} />
          <Footer onWrite={(body) => write(text.subject, body)} />
        </Box>
      </Box>
    </TrapFocus>
  );
}

function Header({ onClose }: { onClose: () => void }) {
  const patient = useSession()?.role === 'patient';
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        padding: '12px 8px 10px 16px',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box component="h2" sx={{ margin: 0, fontSize: '1.125rem', fontWeight: 650 }}>
          {text.title}
        </Box>
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {text.lead}
          {patient && ` ${text.leadPatient}`}
        </Box>
      </Box>
      <IconButton onClick={onClose} aria-label={text.close} sx={{ width: 44, height: 44 }}>
        <CloseOutlined />
      </IconButton>
    </Box>
  );
}

function Footer({ onWrite }: { onWrite: (body: string) => void }) {
  const patient = useSession()?.role === 'patient';
  function toCareTeam() {
    const questions = conversation
      .read()
      .messages.filter((m) => m.sender === 'user')
      .slice(-HANDED_ON)
      .map((m) => m.text.slice(0, 600));
    onWrite(questions.length ? text.asked(questions) : '');
  }
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: '0 12px',
      }}
    >
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{text.always}</Box>
      {patient && (
        <Button onClick={toCareTeam} sx={{ marginLeft: -1, minHeight: 44 }}>
          {text.careTeam}
        </Button>
      )}
    </Box>
  );
}
