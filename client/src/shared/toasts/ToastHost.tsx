import Box from '@mui/material/Box';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Tone } from '#common/vocabulary/index.js';
import { Notice } from '../ui/Notice.js';
import { toast, toastStore, type Toast, type ToastTone } from './toasts.js';

/** Mounted once, beside the router. Keeps clear of the phone's bottom bar and of a form's own bar. */
export function ToastHost() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  const host = useRef<HTMLElement>(null);
  // An open dialog hides everything else from screen readers; its results must still be announced here.
  useLayoutEffect(() => host.current?.removeAttribute('aria-hidden'), [toasts]);
  return createPortal(
    <Box
      ref={host}
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: 'calc(16px + var(--bottom-bar, 0px) + var(--action-bar, 0px))',
        left: 16,
        right: 16,
        display: 'flex',
        flexDirection: 'column',
        // To the side on a wide screen, because a dialog's buttons may be in the middle.
        alignItems: { xs: 'center', md: 'flex-start' },
        gap: 1,
        pointerEvents: 'none',
        // A dialog has its buttons at the bottom, on a phone across the whole width.
        'body:has([role="dialog"]) &': { bottom: { xs: 'auto', md: 16 }, top: { xs: 8, md: 'auto' } },
      }}
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </Box>,
    document.body,
  );
}

const TONE: Record<ToastTone, Tone> = {
  success: 'success',
  info: 'info',
  warning: 'warning',
  error: 'danger',
};

function ToastCard({ item }: { item: Toast }) {
  // Pause the timer while the pointer or the keyboard focus is on it.
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (item.timeout === 0 || held) return undefined;
    const timer = setTimeout(() => toast.close(item.id), item.timeout);
    return () => clearTimeout(timer);
  }, [item, held]);
  return (
    <Notice
      role={item.tone === 'error' ? 'alert' : 'status'}
      tone={TONE[item.tone]}
      title={item.title}
      onClose={() => toast.close(item.id)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      sx={(theme) => ({
        pointerEvents: 'auto',
        width: '100%',
        maxWidth: 440,
        border: `1px solid ${theme.vars.palette.portal.border}`,
        boxShadow: '0 8px 28px rgb(10 30 28 / 0.18)',
      })}
    >
      {item.message}
    </Notice>
  );
}
