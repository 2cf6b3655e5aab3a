const MARK = 'reloaded-for-new-version';

/** This mark keeps a broken release from reloading forever; a page that has been open for a while may reload again. */
export function forgetReload(): void {
  window.addEventListener('load', () => {
    setTimeout(() => sessionStorage.removeItem(MARK), 10_000);
  });
}

/** A screen that could not be fetched because the server did not answer. */
export class UnreachableError extends Error {}

/** @param path /livez: whether the portal runs; /readyz: its database too */
export const serverAnswers = (path: '/livez' | '/readyz' = '/livez'): Promise<boolean> =>
  fetch(path, { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  );

/**
 * Loads a screen's chunk. After a new release the old page asks for chunks that are gone, and a failed import stays
 * failed: one reload fetches the new page. Reloads only when the user navigates and only when the server answers;
 * a reload in the middle of typing, or without a network, would lose what was typed.
 */
export function orReload<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    try {
      return await load();
    } catch (error) {
      if (!(await serverAnswers())) throw new UnreachableError('No answer', { cause: error });
      if (sessionStorage.getItem(MARK)) throw error;
      sessionStorage.setItem(MARK, '1');
      window.location.reload();
      // Nothing is shown between here and the new page.
      return new Promise<T>(() => undefined);
    }
  };
}
