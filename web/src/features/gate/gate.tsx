import { lazyPage } from '#router/lazy-page.tsx'
import { type ReactNode, useState } from 'react'
import { useSite } from '#site/site.ts'
import { isGateOpen, isUnlocked, rememberUnlocked } from '#site/unlock.ts'

/** Unlike React's `lazy`, it renders synchronously after preloading. */
export const GatePage = lazyPage(() => import('./gate-page.tsx'), 'GatePage')

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
