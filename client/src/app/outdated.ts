const MARK = 'reloaded-for-new-version';

/**
 * After a new release the old page asks for chunks that are gone, and a failed import stays failed. One reload
 * fetches the new page; the mark keeps a broken release from reloading for ever.
 */
export function reloadOnceWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(MARK)) return;
    sessionStorage.setItem(MARK, '1');
    event.preventDefault();
    window.location.reload();
  });
  window.addEventListener('load', () => {
    setTimeout(() => sessionStorage.removeItem(MARK), 10_000);
  });
}
