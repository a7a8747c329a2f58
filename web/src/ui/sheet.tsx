import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}

/** A drawer from the right edge, for small screens; when it closes the focus returns to where it was. */
export function Sheet({ open, onOpenChange, title, children }: Props) {
  const before = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            before.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (before.current instanceof HTMLElement) before.current.focus()
          }}
          className="sheet fixed inset-y-0 right-0 z-50 flex w-80 max-w-[88vw] flex-col gap-6 overflow-y-auto border-l border-line bg-stand p-6 shadow-(--float)"
        >
          <div className="flex items-center justify-between">
            <Radix.Title className="lettering text-xs text-muted">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button kind="quiet" size="icon" aria-label="Close" className="-mr-3">
                <X size={18} aria-hidden />
              </Button>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
