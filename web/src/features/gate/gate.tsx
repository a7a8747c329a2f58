import { type ReactNode, useState } from 'react'
import { useSite } from '#session/site.ts'
import { GatePage } from './gate-page.tsx'
import { isUnlocked, rememberUnlocked } from './unlock.ts'

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
