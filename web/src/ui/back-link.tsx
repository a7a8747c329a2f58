import { ArrowLeft } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ReactElement } from 'react'
import { Button } from './button.tsx'

type Props = { children: ReactElement }

/** A back link above the heading of a page. Its only child is a link, which gets an arrow. */
export const BackLink = ({ children }: Props) => (
  <Button asChild kind="link" className="min-h-11! print:hidden">
    <ArrowLeft size={16} aria-hidden />
    <Slot.Slottable>{children}</Slot.Slottable>
  </Button>
)
