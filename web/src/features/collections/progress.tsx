import type { Collection } from '@touchline/contract/collections.ts'

export const progressText = ({ count, seen }: Pick<Collection, 'count' | 'seen'>) =>
  count === 0
    ? 'No posts yet'
    : seen === null
      ? `${count} ${count === 1 ? 'post' : 'posts'}`
      : `${seen} of ${count} seen`

export function Progress({ collection }: { collection: Pick<Collection, 'count' | 'seen'> }) {
  const { count, seen } = collection
  return (
    <span className="grid gap-1 text-sm text-muted">
      {progressText(collection)}
      {seen !== null && count > 0 ? (
        <span aria-hidden className="h-1 overflow-hidden rounded-control bg-line">
          <span className="block h-full bg-turf" style={{ width: `${(100 * seen) / count}%` }} />
        </span>
      ) : null}
    </span>
  )
}
