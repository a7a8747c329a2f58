import { useSyncExternalStore } from 'react'
import { installOffer } from '#offline/install-offer.ts'
import { useSite } from '#session/site.ts'
import { Button } from '#ui/button.tsx'

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true

const isApplePhone = () => /iPhone|iPad|iPod/.test(navigator.userAgent)

/** The way to the site as an app, where the browser has one and it is not gone already. */
export function InstallSection() {
  const { name } = useSite()
  const offer = useSyncExternalStore(installOffer.subscribe, installOffer.now)
  if (isInstalled() || (!offer && !isApplePhone())) return null
  return (
    <section aria-labelledby="install" className="mt-12 border-t border-line pt-6">
      <h2 id="install" className="text-xl">
        {name} as an app
      </h2>
      <p className="measure mt-2 text-muted">
        {offer
          ? 'With an icon of its own, in a window of its own.'
          : 'Press Share below, then “Add to Home Screen”: it opens with an icon of its own, in a window of its own.'}
      </p>
      {offer ? (
        <Button kind="outline" className="mt-4" onClick={() => void installOffer.accept()}>
          Install the app
        </Button>
      ) : null}
    </section>
  )
}
