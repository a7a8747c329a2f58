import { lazy, type ReactNode, Suspense } from 'react'
import { afterFirstContent } from '#ui/first-content.ts'

const FeedRail = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./feed-rail.tsx')).FeedRail })),
)

export function FeedFrame({ children }: { children: ReactNode }) {
  return (
    <main
      id="main"
      className="mx-auto grid w-full max-w-wide flex-1 grid-cols-1 content-start gap-x-9 px-4 pt-2 pb-14 sm:px-6 sm:pt-6 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]"
    >
      <div className="min-w-0">{children}</div>
      <div className="max-lg:hidden print:hidden">
        <Suspense fallback={null}>
          <FeedRail />
        </Suspense>
      </div>
    </main>
  )
}
