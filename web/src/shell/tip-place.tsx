import { type ComponentProps, lazy } from 'react'
import { afterFirstContent } from '#ui/first-content.ts'
import { Later } from '#ui/later.tsx'

const SendTip = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('../features/tips/send-tip.tsx')).SendTip })),
)

export const TipPlace = (props: ComponentProps<typeof SendTip>) => (
  <Later>
    <SendTip {...props} />
  </Later>
)
