import { lazy, type ReactNode, Suspense } from 'react'
import { unsentOf } from '#session/kept-texts.ts'
import { useTextsUnder } from '#session/use-kept-texts.ts'
import { useLiveConnection } from '#session/live.ts'
import { SandboxNotice } from '#session/sandbox-notice.tsx'
import { useSignedInViewer } from '#session/viewer.ts'
import type { TipSlot } from './tip-slot.ts'
import { TopBar } from './top-bar.tsx'

// Where it cannot be fetched for want of a connection the page goes on without it.
const UnsentNotice = lazy(async () => {
  const { UnsentNotice: Notice } = await import('../features/comments/unsent-notice.tsx').catch(() => ({
    UnsentNotice: () => null,
  }))
  return { default: Notice }
})

type Props = { tip: TipSlot | undefined; children: ReactNode }

/** The top bar, the room below it, and the live connection of a member. */
export function SignedInFrame({ tip, children }: Props) {
  const viewer = useSignedInViewer()
  useLiveConnection(viewer.hasAccess)
  const hasUnsent = useTextsUnder(unsentOf(viewer.id)).length > 0
  return (
    <>
      <TopBar tip={tip} />
      <div className="flex flex-1 flex-col pt-16">
        <SandboxNotice />
        {hasUnsent ? (
          <Suspense fallback={null}>
            <UnsentNotice />
          </Suspense>
        ) : null}
        {children}
      </div>
    </>
  )
}
