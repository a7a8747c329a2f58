import { type ComponentProps, lazy, Suspense } from 'react'
import { afterFirstContent } from '#ui/first-content.ts'

const SendTip = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('../features/tips/send-tip.tsx')).SendTip })),
)

export const TipPlace = (props: ComponentProps<typeof SendTip>) => (
  <Suspense fallback={null}>
    <SendTip {...props} />
  </Suspense>
)
