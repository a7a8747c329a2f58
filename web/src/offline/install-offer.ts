/** What Chromium browsers hold ready for a site that can be installed. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

const isInstallEvent = (held: unknown): held is InstallEvent => held instanceof Event && 'prompt' in held

// The browser says it once, before any of this runs: public/theme.js keeps it, and tells when it has changed.
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
  /** The browser asks; it does so once for each offer. */
  async accept() {
    const given = now()
    Reflect.set(window, changed, null)
    window.dispatchEvent(new Event(changed))
    await given?.prompt()
  },
}
