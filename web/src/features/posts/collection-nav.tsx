import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { PostLine } from '@touchline/contract/post-line.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { oneCollection } from '#people/collection-requests.ts'
import { lineName } from '#people/line-name.ts'
import { paths } from '#paths.ts'

/** The previous and the next post of the collection from which a post was opened. */
export function CollectionNav({ collectionId, postId }: { collectionId: string; postId: string }) {
  const { data, isPending } = useQuery(oneCollection(collectionId))
  if (isPending) return <div className="h-24" />
  const at = data?.posts.findIndex(({ id }) => id === postId) ?? -1
  if (!data || at === -1)
    return (
      <p className="text-sm text-muted">
        {data
          ? 'This post is no longer in the collection that the address names.'
          : 'The collection that the address names is not there any more.'}{' '}
        <Link to={paths.collections} className="underline">
          See all collections
        </Link>
      </p>
    )
  const [previous, next] = [data.posts[at - 1], data.posts[at + 1]]
  const to = (post: PostLine, rel: 'prev' | 'next') => (
    <Link
      to={paths.post}
      params={{ postId: post.id }}
      search={{ collection: collectionId }}
      rel={rel}
      className={`surface flex min-w-0 items-center gap-3 p-4 transition-colors duration-150 hover:bg-bench ${rel === 'next' ? 'justify-end text-right sm:col-start-2' : ''}`}
    >
      {rel === 'prev' ? <ChevronLeft size={18} aria-hidden className="shrink-0" /> : null}
      <span className="min-w-0">
        <span className="block text-sm text-muted">{rel === 'prev' ? 'Previous' : 'Next'}</span>
        <span dir="auto" className="line-clamp-2 font-semibold break-words">
          {lineName(post)}
        </span>
      </span>
      {rel === 'next' ? <ChevronRight size={18} aria-hidden className="shrink-0" /> : null}
    </Link>
  )
  return (
    <nav aria-label="Collection" className="grid gap-3">
      <p className="text-sm text-muted">
        {at + 1} of {data.posts.length} in{' '}
        <Link to={paths.collection} params={{ collectionId }} className="underline">
          <bdi>{data.title}</bdi>
        </Link>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {previous ? to(previous, 'prev') : null}
        {next ? to(next, 'next') : null}
      </div>
    </nav>
  )
}
