import { type RefObject, useRef } from 'react'

export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/** Focuses the element of a URL hash, else the page's heading or main element. Returns whether there is one. */
export function focusHeading(hash = ''): boolean {
  const target =
    (hash ? document.getElementById(hash) : null) ??
    document.querySelector<HTMLElement>('#main h1') ??
    document.querySelector<HTMLElement>('#main')
  if (!target) return false
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  return true
}

/** Moves a lost focus, for example of a removed button, to the open dialog or the page's heading. */
export function catchLostFocus(): void {
  if (!isFocusLost()) return
  const opened = [...document.querySelectorAll<HTMLElement>('[role="dialog"][data-state="open"]')].at(-1)
  if (opened) opened.focus({ preventScroll: true })
  else focusHeading()
}

/**
 * Returns Radix handlers that return the focus, or move it to the heading if its element is gone. Consecutive
 * dialogs share `opener`: the later one opens without a focused element.
 */
export function useFocusReturn(opener?: RefObject<Element | null>) {
  const own = useRef<Element | null>(null)
  const before = opener ?? own
  return {
    onOpenAutoFocus() {
      if (!isFocusLost() || !before.current) before.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (!isFocusLost()) return
      if (before.current instanceof HTMLElement && before.current !== document.body) before.current.focus()
      catchLostFocus()
    },
  }
}
