import { beforeEach, describe, expect, it } from '@jest/globals';
import { toast, toastStore } from './toasts.js';

beforeEach(() => toast.clear());

describe('toast', () => {
  it('closes after 5 s, but an error stays until it is closed', () => {
    toast.success('Saved.');
    toast.error('Not saved.');
    toast.info('Stay.', { timeout: 0 });
    expect(toastStore.read().map(({ tone, timeout }) => [tone, timeout])).toEqual([
      ['success', 5000],
      ['error', 0],
      ['info', 0],
    ]);
  });
  it('does not stack identical messages', () => {
    toast.error('Not saved.');
    toast.success('Saved.');
    toast.error('Not saved.');
    expect(toastStore.read().map(({ message }) => message)).toEqual(['Saved.', 'Not saved.']);
  });
  it('closes one by its id or by its key', () => {
    const id = toast.info('One');
    toast.info('Two', { key: 'two' });
    toast.close(id);
    expect(toastStore.read().map(({ message }) => message)).toEqual(['Two']);
    toast.closeKey('two');
    expect(toastStore.read()).toEqual([]);
  });
});
