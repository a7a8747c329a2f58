import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'

/** The width `w-60` and a margin, in pixels. */
const menuWidth = 248

type Props = { label: string; children: ReactNode }

/** A button that shows a row's actions. They stay mounted, because their dialogs outlive the menu. */
export function RowMenu({ label, children }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  /** Puts the menu below its button, or above it near the end of the window, and never beyond the left edge. */
  function place() {
    if (!opener.current || !menu.current) return
    const { top, bottom, right } = opener.current.getBoundingClientRect()
    const { clientHeight, clientWidth } = document.documentElement
    const opensUp = clientHeight - bottom < 240 && top > 240
    Object.assign(menu.current.style, {
      right: `${clientWidth - Math.max(right, menuWidth)}px`,
      top: opensUp ? 'auto' : `${bottom + window.scrollY + 4}px`,
      bottom: opensUp ? `${clientHeight - top - window.scrollY + 4}px` : 'auto',
    })
  }
  return (
    <>
      <Button ref={opener} kind="quiet" size="icon" popoverTarget={id} aria-label={label}>
        <Ellipsis size={18} aria-hidden />
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={place}
        onClickCapture={(event) => {
          if (event.target instanceof Element && event.target.closest('button')) menu.current?.hidePopover()
        }}
        className="surface absolute inset-auto m-0 w-60 p-2 text-left text-chalk shadow-(--float) [&_button]:w-full [&_button]:justify-start [&_button]:border-transparent"
      >
        {children}
      </div>
    </>
  )
}
