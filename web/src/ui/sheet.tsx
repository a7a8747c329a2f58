import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useFocusReturn } from './focus-return.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}

export function Sheet({ open, onOpenChange, title, children }: Props) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          aria-describedby={undefined}
          {...focusReturn}
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
