// Runs before the first paint: the user's choice if there is one, otherwise the system's.
// The keys and the attribute are MUI's own color scheme names; nothing else is ever stored here.
(function () {
  var mode = null;
  try {
    mode = localStorage.getItem('mui-mode');
  } catch {
    // Storage may be blocked; then the system's scheme applies.
  }
  var dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-scheme', dark ? 'dark' : 'light');
})();
