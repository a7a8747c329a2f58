import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from './button.tsx'

export type OpenedDialog = { open: boolean; onOpenChange: (open: boolean) => void }

export type LazyDialog<Given> = { Dialog: ComponentType<OpenedDialog & Given>; fetch: () => Promise<unknown> }

type Props<Given> = Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> & {
  children: ReactNode
  dialog: LazyDialog<Given>
}

/** Creates a dialog whose code loads when its button is hovered or focused. */
export function lazyDialog<Given extends object = object>(
  fetch: () => Promise<ComponentType<OpenedDialog & Given>>,
): LazyDialog<Given> {
  return { Dialog: lazy(async () => ({ default: await fetch() })), fetch }
}

export function DialogButton(props: Props<object>): ReactNode
export function DialogButton<Given extends object>(props: Props<Given> & { given: Given }): ReactNode
export function DialogButton({ dialog, given, children, ...rest }: Props<object> & { given?: object }) {
  const { Dialog, fetch } = dialog
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
          <Dialog open={isOpen} onOpenChange={setOpen} {...given} />
        </Suspense>
      ) : null}
    </>
  )
}
