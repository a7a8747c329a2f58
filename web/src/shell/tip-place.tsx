import { lazy, type ReactNode, Suspense } from 'react'
import { afterFirstContent } from '#ui/first-content.ts'
import type { TipSlot } from './tip-slot.ts'

const SendTip = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('../features/tips/send-tip.tsx')).SendTip })),
)

/** The tips feature in the frame, loaded after it. */
export const TipPlace: TipSlot = (props): ReactNode => (
  <Suspense fallback={null}>
    <SendTip {...props} />
  </Suspense>
)
