import { lazy, type ReactNode, useState } from 'react'
import { useSite } from '#session/site.ts'
import { isUnlocked, rememberUnlocked } from './unlock.ts'

const GatePage = lazy(async () => ({ default: (await import('./gate-page.tsx')).GatePage }))

/** Shows nothing but the gate until it has been passed in this browser session, unless it is switched off. */
export function Gate({ children }: { children: ReactNode }) {
  const { gate } = useSite()
  const [isOpen, setOpen] = useState(isUnlocked)
  if (!gate.enabled || isOpen) return children
  return (
    <GatePage
      onUnlock={() => {
        rememberUnlocked()
        setOpen(true)
      }}
    />
  )
}
