import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { Button } from './button.tsx'
import { useFocusReturn } from './focus-return.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  wide?: boolean
  /** The element that opened the first of several consecutive dialogs. */
  opener?: RefObject<Element | null>
  children?: ReactNode
}

/** A dialog opened by its owner, whose button has `aria-haspopup="dialog"`. Closing it returns the focus. */
export function Dialog({ open, onOpenChange, title, description, wide, opener, children }: Props) {
  const focusReturn = useFocusReturn(opener)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim grid place-items-center overflow-y-auto p-4">
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            {...focusReturn}
            className={clsx(
              'dialog relative my-auto w-full rounded-dialog border border-line bg-stand p-6 shadow-(--float) sm:p-8',
              wide ? 'dialog-wide max-w-[44rem]' : 'max-w-md',
            )}
          >
            <Radix.Title dir="auto" className="pr-10 text-2xl">
              {title}
            </Radix.Title>
            {description ? (
              <Radix.Description asChild>
                <div className="mt-2 text-sm text-muted">{description}</div>
              </Radix.Description>
            ) : null}
            {children}
            {/* Last in tab order, so that the focus starts in the content; Shift+Tab reaches it in one step. */}
            <Radix.Close asChild>
              <Button kind="quiet" size="icon" aria-label="Close" className="absolute top-4 right-4 sm:top-6">
                <X size={18} aria-hidden />
              </Button>
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The buttons of a dialog. On a phone the main one, which is last, comes first. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col-reverse gap-3 [reading-flow:flex-visual] sm:flex-row sm:justify-end">
      {children}
    </div>
  )
}
