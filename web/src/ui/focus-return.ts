import { type RefObject, useRef } from 'react'

/** Whether the focus was lost, as it is when what had it is gone. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/** Puts the focus on the part of the page an address names by its hash, else on the page's heading or its main part. */
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
 * For when a button that worked is gone: the focus goes to the dialog it was in, else to the page's heading, unless
 * something else has it.
 */
export function catchLostFocus(): void {
  if (!isFocusLost()) return
  const opened = [...document.querySelectorAll<HTMLElement>('[role="dialog"][data-state="open"]')].at(-1)
  if (opened) opened.focus({ preventScroll: true })
  else focusHeading()
}

/**
 * What a dialog of Radix needs to give the focus back to where it was, or to the page's heading when that is gone. Where
 * something else took the focus meanwhile (the next dialog, a section somebody was led to) it stays. Dialogs that follow
 * on each other share `opener`: the later one opens while nothing has the focus.
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
