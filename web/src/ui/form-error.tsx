import type { ReactNode } from 'react'

const takeFocus = (line: HTMLElement | null) => line?.focus()

type Props = {
  children: ReactNode
  /** A field has the focus instead. */
  leavesFocus?: true
}

/**
 * Why the last attempt failed. It stays beside the button until the next attempt, when the toast has long gone, and
 * takes the focus.
 */
export function FormError({ children, leavesFocus }: Props) {
  if (!children) return null
  return (
    <p
      ref={leavesFocus ? undefined : takeFocus}
      tabIndex={-1}
      role="alert"
      className="rounded-control border-l-4 border-dismissal bg-bench px-4 py-3 text-sm font-medium wrap-anywhere"
    >
      {children}
    </p>
  )
}
