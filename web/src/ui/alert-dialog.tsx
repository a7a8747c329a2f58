import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogActions } from './dialog.tsx'
import { useFocusReturn } from './focus-return.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  confirmLabel: string
  /** Plain for what can be undone. */
  confirmKind?: 'danger' | 'primary'
  cancelLabel?: string
  onConfirm: () => void
}

/** Confirms an action, by default an irreversible one. Cancel has the focus, and a click outside does nothing. */
export function AlertDialog({ cancelLabel = 'Cancel', confirmKind = 'danger', ...props }: Props) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim grid place-items-center overflow-y-auto p-4">
          <Radix.Content
            {...focusReturn}
            className="dialog my-auto w-full max-w-[26rem] rounded-dialog border border-line bg-stand p-6 shadow-(--float) sm:p-8"
          >
            <Radix.Title className="text-xl">{props.title}</Radix.Title>
            <Radix.Description className="mt-3 text-sm text-muted">{props.description}</Radix.Description>
            <DialogActions>
              <Radix.Cancel asChild>
                <Button kind="outline">{cancelLabel}</Button>
              </Radix.Cancel>
              <Radix.Action asChild>
                <Button kind={confirmKind} onClick={props.onConfirm}>
                  {props.confirmLabel}
                </Button>
              </Radix.Action>
            </DialogActions>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
