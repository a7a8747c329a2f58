import type { ReactNode } from 'react'
import { useLiveConnection } from '#session/live.ts'
import { SandboxNotice } from '#session/sandbox-notice.tsx'
import { useSignedInViewer } from '#session/viewer.ts'
import type { TipSlot } from './tip-slot.ts'
import { TopBar } from './top-bar.tsx'

type Props = { tip: TipSlot | undefined; children: ReactNode }

/** The top bar, the room below it, and the live connection of a member. */
export function SignedInFrame({ tip, children }: Props) {
  const viewer = useSignedInViewer()
  useLiveConnection(viewer.hasAccess)
  return (
    <>
      <TopBar tip={tip} />
      <div className="flex flex-1 flex-col pt-16">
        <SandboxNotice />
        {children}
      </div>
    </>
  )
}
