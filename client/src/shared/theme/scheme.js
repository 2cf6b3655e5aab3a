// Runs before the first paint: the person's choice if there is one, else the system's.
// The keys and the attribute are those of MUI's colour schemes; nothing else is ever stored here.
(function () {
  var mode = null;
  try {
    mode = localStorage.getItem('mui-mode');
  } catch {
    // Storage may be blocked; the system's scheme then holds.
  }
  var dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-scheme', dark ? 'dark' : 'light');
})();
