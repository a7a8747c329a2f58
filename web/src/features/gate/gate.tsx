import { lazy, type ReactNode, useState } from 'react'
import { useSite } from '#site/site.ts'
import { isGateOpen, isUnlocked, rememberUnlocked } from './unlock.ts'

const GatePage = lazy(async () => ({ default: (await import('./gate-page.tsx')).GatePage }))

/** Shows only the gate until it is passed in this browser session, unless the site has no gate. */
export function Gate({ children }: { children: ReactNode }) {
  const site = useSite()
  const [hasPassed, setPassed] = useState(isUnlocked)
  if (hasPassed || isGateOpen(site)) return children
  return (
    <GatePage
      onUnlock={() => {
        rememberUnlocked()
        setPassed(true)
      }}
    />
  )
}
