import { type RefObject, useRef } from 'react'

/** Whether no element has the focus, as after its element was removed. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/** Focuses the element of a URL hash, else the page's heading or main element. */
export function focusHeading(hash = ''): void {
  const target =
    (hash ? document.getElementById(hash) : null) ??
    document.querySelector<HTMLElement>('#main h1') ??
    document.querySelector<HTMLElement>('#main')
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/**
 * Restores a lost focus, for example after the focused button was removed: to the open dialog, else to the page's heading.
 */
export function catchLostFocus(): void {
  if (!isFocusLost()) return
  const opened = [...document.querySelectorAll<HTMLElement>('[role="dialog"][data-state="open"]')].at(-1)
  if (opened) opened.focus({ preventScroll: true })
  else focusHeading()
}

/**
 * Returns the Radix handlers that return the focus to its previous element, or to the page's heading if that is gone. Does
 * nothing when something else took the focus. Consecutive dialogs share `opener`, because the later one opens without a
 * focused element.
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
