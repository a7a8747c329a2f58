import { ArrowLeft } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ReactElement } from 'react'
import { Button } from './button.tsx'

type Props = { children: ReactElement }

/** The way back or up, above the heading of a page: its one child, a link, with an arrow before its words. */
export const BackLink = ({ children }: Props) => (
  <Button asChild kind="link" className="min-h-11! print:hidden">
    <ArrowLeft size={16} aria-hidden />
    <Slot.Slottable>{children}</Slot.Slottable>
  </Button>
)
