// Runs before the first paint.

// Nobody sees the wrong theme flash by. Keep in step with src/ui/theme.ts.
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

// A browser says early, and once, that the site can be installed, and would show a bar of its own. It is kept for the
// button of somebody who looks for it: src/offline/install-offer.ts.
function holdInstallOffer(offer) {
  window.installoffer = offer
  dispatchEvent(new Event('installoffer'))
}
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  holdInstallOffer(event)
})
addEventListener('appinstalled', () => holdInstallOffer(null))
