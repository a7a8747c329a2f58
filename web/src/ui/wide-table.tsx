import type { ReactNode } from 'react'

/**
 * A table that may be wider than a phone: it scrolls for itself, by the keyboard too. Numbers stand to the right. It is
 * what its words for screen readers are placed by: they would make the page as wide as the table.
 */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={`${label}, table`}
      // Scrolled with the keyboard, so it can have the focus.
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
