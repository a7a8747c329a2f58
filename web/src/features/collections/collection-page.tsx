import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useParams } from '#router/router-provider.tsx'
import type { FullCollection } from '@touchline/contract/collections.ts'
import { Check } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { paths } from '#paths.ts'
import { oneCollection } from '#people/collection-requests.ts'
import { lineName } from '#people/line-name.ts'
import { LinePicture } from '#people/post-line.tsx'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Progress } from './progress.tsx'

const ManageCollection = lazy(async () => ({
  default: (await import('./manage-collection.tsx')).ManageCollection,
}))

export function CollectionPage() {
  const { collectionId } = useParams(paths.collection)
  const { data, isError, refetch } = useQuery(oneCollection(collectionId))
  usePageTitle(data?.title ?? 'Collection')
  return (
    <Page title={data?.title ?? 'Collection'} back={<Link to={paths.collections}>All collections</Link>}>
      {data ? (
        <Shown collection={data} />
      ) : data === null ? (
        <EmptyState
          title="This collection is not here"
          action={
            <Button asChild>
              <Link to={paths.collections}>See all collections</Link>
            </Button>
          }
        >
          It may have been deleted, or the address is not quite right. Its posts are still in the feed.
        </EmptyState>
      ) : isError ? (
        <NotLoaded onRetry={refetch}>The collection could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="h-48" />
      )}
    </Page>
  )
}

function Shown({ collection }: { collection: FullCollection }) {
  const { coverUrl, description, posts, version } = collection
  return (
    <div className="grid grid-cols-1 gap-4">
      {coverUrl ? (
        <img
          src={coverUrl}
          alt=""
          className="aspect-video w-full max-w-sm rounded-control bg-bench object-cover"
        />
      ) : null}
      {description ? (
        <p dir="auto" className="measure break-words whitespace-pre-line">
          {description}
        </p>
      ) : null}
      <Progress collection={collection} />
      {version === undefined ? (
        posts.length > 0 ? (
          <ol className="grid grid-cols-1 gap-2">
            {posts.map((post) => (
              <li key={post.id}>
                <Link
                  to={paths.post}
                  params={{ postId: post.id }}
                  search={{ collection: collection.id }}
                  className="surface flex min-h-14 items-center gap-3 p-3 transition-colors duration-150 hover:bg-bench"
                >
                  <LinePicture post={post} />
                  <span dir="auto" className="line-clamp-2 min-w-0 flex-1 font-semibold break-words">
                    {lineName(post)}
                  </span>
                  {post.isSeen ? (
                    <span className="flex items-center gap-1 text-sm text-muted">
                      <Check size={16} aria-hidden /> Seen
                    </span>
                  ) : null}
                </Link>
              </li>
            ))}
          </ol>
        ) : (
          <EmptyState title="Nothing here at the moment">This collection has no posts now.</EmptyState>
        )
      ) : (
        <Suspense fallback={<Skeleton className="h-48" />}>
          <ManageCollection collection={collection} />
        </Suspense>
      )}
    </div>
  )
}
