type InstallEvent = Event & { prompt: () => Promise<unknown> }

const isInstallEvent = (held: unknown): held is InstallEvent => held instanceof Event && 'prompt' in held

// The event fires once, before this code loads. public/theme.js stores it and reports changes.
const changed = 'installoffer'

function now(): InstallEvent | null {
  const held: unknown = Reflect.get(window, changed)
  return isInstallEvent(held) ? held : null
}

export const installOffer = {
  now,
  subscribe: (listener: () => void) => {
    window.addEventListener(changed, listener)
    return () => window.removeEventListener(changed, listener)
  },
  async accept() {
    const given = now()
    Reflect.set(window, changed, null)
    window.dispatchEvent(new Event(changed))
    await given?.prompt()
  },
}

export const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true
