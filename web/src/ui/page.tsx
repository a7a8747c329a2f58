import type { ReactElement, ReactNode } from 'react'
import { BackLink } from './back-link.tsx'

type Props = {
  title: ReactNode
  /** Leaves the title to screen readers; the back link takes its place. */
  isTitleHidden?: boolean
  /** A link to the page above this one. */
  back?: ReactElement<{ children?: ReactNode }> | null
  /** Beside the title. */
  actions?: ReactNode
  lead?: ReactNode
  /** Beside the content, on small screens below it. */
  rail?: ReactNode
  className?: string
  children: ReactNode
}

/** The main element of a page. All titles stand at one left edge and one height. */
export function Page({
  title,
  isTitleHidden = false,
  back,
  actions,
  lead,
  rail,
  className,
  children,
}: Props) {
  return (
    <main id="main" className="page">
      <div className="page-head">
        <h1 dir="auto" className={isTitleHidden ? 'sr-only' : 'page-title'}>
          {title}
        </h1>
        {back ? (
          <div className="flex w-full items-center justify-between sm:contents">
            <div className={isTitleHidden ? '' : 'page-back'}>
              <BackLink>{back}</BackLink>
            </div>
            {actions}
          </div>
        ) : (
          actions
        )}
      </div>
      <div className={rail ? 'grid grid-cols-1 gap-x-9 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]' : ''}>
        <div className={className}>
          {lead ? <div className="measure mb-3 text-muted max-sm:text-sm sm:mb-6">{lead}</div> : null}
          {children}
        </div>
        {rail}
      </div>
    </main>
  )
}
