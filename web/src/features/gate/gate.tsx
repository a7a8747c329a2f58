import { lazy, type ReactNode, useState } from 'react'
import { paths } from '#paths.ts'
import { useSite } from '#session/site.ts'
import { isUnlocked, rememberUnlocked } from './unlock.ts'

/** Whoever was written to stops the letters, with a code for the gate or without. */
const isFromLetter = () => window.location.pathname === paths.unsubscribe

const GatePage = lazy(async () => ({ default: (await import('./gate-page.tsx')).GatePage }))

/** Shows nothing but the gate until it has been passed in this browser session, unless it is switched off. */
export function Gate({ children }: { children: ReactNode }) {
  const { gate } = useSite()
  const [isOpen, setOpen] = useState(isUnlocked)
  if (!gate.enabled || isOpen || isFromLetter()) return children
  return (
    <GatePage
      onUnlock={() => {
        rememberUnlocked()
        setOpen(true)
      }}
    />
  )
}
