import type { ReactNode } from 'react'

/** A table that scrolls by keyboard too. Its screen-reader texts would widen the page if it were static. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={`${label}, table`}
      // Focusable, so that it can be scrolled with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative overflow-x-auto print:overflow-visible"
    >
      <table className="w-full border-collapse text-right text-sm print:text-xs">
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  )
}
