/** After a refused save, focuses the first field with a message, in view with it. Waits until the messages are on the screen. */
export function focusFirstInvalid(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  });
}
