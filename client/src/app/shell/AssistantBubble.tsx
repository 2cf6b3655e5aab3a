import ForumOutlined from '@mui/icons-material/ForumOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import Portal from '@mui/material/Portal';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { toast } from '../../shared/toasts/index.js';
import { assistant as text } from './text.js';
import { useTyping } from './useTyping.js';

type Window = ComponentType<{ onClose: () => void }>;
const load = () => import('../../assistant/AssistantWindow.js');
/** Preloads the chat with the page, so that its emergency advice works without a network later. */
const AHEAD_MS = 4000;

interface AssistantBubbleProps {
  /** Placed in the side navigation, because a floating button would cover the buttons in worklist rows. */
  docked?: boolean;
  collapsed?: boolean;
}

/** The assistant button on every signed-in page. */
export function AssistantBubble({ docked = false, collapsed = false }: AssistantBubbleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [Chat, setChat] = useState<Window | null>(null);
  const [open, setOpen] = useState(false);
  const typing = useTyping();
  useEffect(() => {
    const ahead = setTimeout(() => void load().catch(() => undefined), AHEAD_MS);
    return () => clearTimeout(ahead);
  }, []);
  async function show() {
    if (open) return;
    try {
      const { default: loaded } = await load();
      setChat(() => loaded);
      setOpen(true);
    } catch {
      toast.error(text.failed);
    }
  }
  // Wait until the window is gone: a full-screen window holds the focus while it is open.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return (
    <>
      <ButtonBase
        ref={button}
        aria-label={text.open}
        title={docked && collapsed ? text.open : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => void show()}
        sx={(theme) => ({
          '@media print': { display: 'none' },
          ...(docked
            ? {
                minHeight: 44,
                gap: 1.5,
                paddingInline: 1.5,
                justifyContent: collapsed ? 'center' : 'flex-start',
                borderRadius: '8px',
                border: `1px solid ${theme.vars.palette.portal.inputBorder}`,
                fontSize: '1rem',
                fontWeight: 600,
                color: theme.vars.palette.primary.main,
              }
            : {
                position: 'fixed',
                right: { xs: 16, md: 24 },
                // On a phone the button goes in the form's bar if there is one, otherwise above the bottom bar.
                bottom: {
                  xs: 'calc(var(--bubble-bottom, 16px) + var(--bottom-bar, 0px))',
                  md: 'calc(16px + var(--bottom-bar, 0px) + var(--action-bar, 0px))',
                },
                zIndex: theme.zIndex.appBar + 1,
                width: { xs: 'var(--bubble-size, 56px)', md: 56 },
                height: { xs: 'var(--bubble-size, 56px)', md: 56 },
                borderRadius: '50%',
                color: theme.vars.palette.primary.contrastText,
                backgroundColor: theme.vars.palette.primary.main,
                border: `2px solid ${theme.vars.palette.background.paper}`,
                // On a phone it would cover the field the user is typing in, above the keyboard.
                [theme.breakpoints.down('md')]: { visibility: typing ? 'hidden' : 'visible' },
              }),
        })}
      >
        <ForumOutlined />
        {docked && !collapsed && text.name}
      </ButtonBase>
      {open && Chat && (
        <Portal>
          <Chat onClose={() => setOpen(false)} />
        </Portal>
      )}
    </>
  );
}
