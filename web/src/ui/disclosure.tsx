import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** Points down, or up while the surrounding `<details className="group">` is open. */
export const FoldMark = ({ className }: { className?: string }) => (
  <ChevronDown size={18} aria-hidden className={clsx('shrink-0 group-open:rotate-180', className)} />
)

/** A folded section, rendered, and so loaded, while it is open. */
export function Disclosure({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={clsx('group min-w-0', className)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        {label} <FoldMark />
      </summary>
      {isOpen ? children : null}
    </details>
  )
}
