// Runs before the first paint, so that a chosen theme does not flash; everything else waits for the bundle.
try {
  const theme = localStorage.getItem('paylink.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage may be disabled.
}
