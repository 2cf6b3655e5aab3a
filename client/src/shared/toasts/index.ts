export { ToastHost } from './ToastHost.js';
export { toast, type ToastTone } from './toasts.js';
