import type { ReactNode } from 'react'

type Props = { title: string; children?: ReactNode; action?: ReactNode }

/** The empty state of a list: a corner of the pitch, a heading, a line and an optional action. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="relative overflow-hidden rounded-card border border-dashed border-line px-6 py-14 text-center">
      <svg
        aria-hidden
        viewBox="0 0 80 80"
        className="absolute bottom-0 left-0 size-20 fill-none stroke-line stroke-2"
      >
        <path d="M0 20a60 60 0 0 1 60 60" />
      </svg>
      <h2 className="text-xl">{title}</h2>
      {children ? <p className="mx-auto mt-2 max-w-[46ch] text-balance text-muted">{children}</p> : null}
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  )
}
