// Runs before the first paint, so that nobody sees the wrong theme flash by. Keep in step with src/ui/theme.ts.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Storage may be switched off: then the system decides.
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  document.documentElement.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : system
}
