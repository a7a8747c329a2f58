import { Skeleton } from '#ui/skeleton.tsx'

export function TipsSkeleton() {
  return (
    <output aria-label="Loading tips" className="grid gap-4">
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </output>
  )
}
