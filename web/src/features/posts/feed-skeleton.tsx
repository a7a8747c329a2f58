import { useFirstContent } from '#ui/first-content.ts'
import { Skeleton } from '#ui/skeleton.tsx'

export function FeedSkeleton() {
  useFirstContent()
  return (
    <output aria-label="Loading posts" className="grid gap-6">
      {[0, 1].map((index) => (
        <div key={index} className="surface overflow-hidden">
          <div className="flex items-center gap-3 p-4">
            <Skeleton className="size-10 rounded-full!" />
            <Skeleton className="h-5 w-40" />
          </div>
          <Skeleton className="aspect-video rounded-none!" />
          <div className="grid gap-3 p-4">
            <Skeleton className="h-6 w-3/5" />
            <Skeleton className="h-4" />
            <Skeleton className="h-10 w-32" />
          </div>
        </div>
      ))}
    </output>
  )
}
