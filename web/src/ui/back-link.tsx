import { ArrowLeft } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = { children: ReactElement<{ children?: ReactNode }> }

/** A back link above the heading of a page. Its only child is a link, which gets an arrow. */
export const BackLink = ({ children }: Props) => (
  <Button asChild kind="link" className="min-h-11! print:hidden">
    {cloneElement(
      children,
      {},
      <>
        <ArrowLeft size={16} aria-hidden />
        {children.props.children}
      </>,
    )}
  </Button>
)
