/** Short messages at the bottom of the screen. A plain store, so that code outside React can use it. */
export type ToastTone = 'success' | 'info' | 'warning' | 'error';
export interface Toast {
  id: number;
  tone: ToastTone;
  title?: string;
  message: string;
  /** Milliseconds; 0 stays until closed. */
  timeout: number;
  /** Identifies messages that must be removed later, such as "session expired" after signing in. */
  key?: string;
}
export interface ToastInput {
  tone?: ToastTone;
  title?: string;
  message: string;
  timeout?: number;
  key?: string;
}

export const TOAST_TIMEOUT_MS = 5000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(input: ToastInput): number {
  const tone = input.tone ?? 'info';
  lastId += 1;
  const toast: Toast = {
    ...input,
    id: lastId,
    tone,
    timeout: input.timeout ?? (tone === 'error' ? 0 : TOAST_TIMEOUT_MS),
  };
  const same = (other: Toast) =>
    other.tone === tone && other.title === input.title && other.message === input.message;
  // A repeated message would only push the first ones up.
  set([...toasts.filter((other) => !same(other)), toast].slice(-4));
  return lastId;
}

type More = Pick<ToastInput, 'title' | 'timeout' | 'key'>;

export const toast = {
  show,
  success: (message: string, more?: More) => show({ ...more, message, tone: 'success' }),
  info: (message: string, more?: More) => show({ ...more, message, tone: 'info' }),
  warning: (message: string, more?: More) => show({ ...more, message, tone: 'warning' }),
  error: (message: string, more?: More) => show({ ...more, message, tone: 'error' }),
  close: (id: number) => set(toasts.filter((other) => other.id !== id)),
  closeKey: (key: string) => set(toasts.filter((other) => other.key !== key)),
  clear: () => set([]),
};

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  read: () => toasts,
};
