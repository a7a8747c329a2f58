import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

type Props = {
  title: string
  description: string
  onClose: () => void
  submit: { label: string; isDisabled: boolean; kind?: 'primary' | 'danger' }
  onSubmit: () => void
  children: ReactNode
}

export function FormDialog({ title, description, onClose, submit, onSubmit, children }: Props) {
  return (
    <Dialog
      open
      title={title}
      description={description}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <form
        noValidate
        className="mt-5 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!submit.isDisabled) onSubmit()
        }}
      >
        {children}
        <DialogActions>
          <Button kind="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button kind={submit.kind ?? 'primary'} type="submit" disabled={submit.isDisabled}>
            {submit.label}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
