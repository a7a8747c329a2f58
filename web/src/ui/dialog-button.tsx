import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from './button.tsx'

/** What a dialog opened by a `DialogButton` is given. */
export type OpenedDialog = { open: boolean; onOpenChange: (open: boolean) => void }

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> & {
  children: ReactNode
  dialog: { Dialog: ComponentType<OpenedDialog>; fetch: () => Promise<unknown> }
}

/** A dialog whose code is fetched when somebody is about to open it; make it once, outside of components. */
export function lazyDialog(fetch: () => Promise<ComponentType<OpenedDialog>>): Props['dialog'] {
  return { Dialog: lazy(async () => ({ default: await fetch() })), fetch }
}

/** A button that opens a dialog made by `lazyDialog`. */
export function DialogButton({ dialog: { Dialog, fetch }, children, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const prepare = () => void fetch()
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
        {...rest}
      >
        {children}
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <Dialog open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  )
}
