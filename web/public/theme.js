// Runs before the first paint.

// Prevents a flash of the wrong theme. Keep in step with src/ui/theme.ts.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Without storage the system setting applies.
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  document.documentElement.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : system
}

// The install event fires once, early, and would show a bar. Keep it for the install button: src/offline/install-offer.ts.
function holdInstallOffer(offer) {
  window.installoffer = offer
  dispatchEvent(new Event('installoffer'))
}
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  holdInstallOffer(event)
})
addEventListener('appinstalled', () => holdInstallOffer(null))
