import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { Collection } from '@touchline/contract/collections.ts'
import { Library } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { paths } from '#paths.ts'
import { collectionList } from '#people/collection-requests.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Progress } from './progress.tsx'

const CollectionDialog = lazy(async () => ({
  default: (await import('./collection-dialog.tsx')).CollectionDialog,
}))

export function CollectionsPage() {
  usePageTitle('Collections')
  const isCreator = useSignedInViewer().role === 'creator'
  const [isNew, setNew] = useState(false)
  const { data, isError, refetch } = useQuery(collectionList)
  return (
    <Page
      title="Collections"
      back={<Link to={paths.content}>Back to the feed</Link>}
      actions={
        isCreator ? (
          <Button aria-haspopup="dialog" onClick={() => setNew(true)}>
            New Collection
          </Button>
        ) : null
      }
    >
      {data ? (
        <Collections collections={data} isCreator={isCreator} />
      ) : isError ? (
        <NotLoaded onRetry={refetch}>The collections could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="h-48" />
      )}
      {isNew ? (
        <Suspense fallback={null}>
          <CollectionDialog onClose={() => setNew(false)} />
        </Suspense>
      ) : null}
    </Page>
  )
}

function Collections({ collections, isCreator }: { collections: Collection[]; isCreator: boolean }) {
  if (collections.length === 0)
    return (
      <EmptyState title="No collections yet">
        {isCreator
          ? 'A collection puts posts that belong together on one page, in your order.'
          : 'Posts that belong together will be found here.'}
      </EmptyState>
    )
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {collections.map((collection) => (
        <li key={collection.id} className="grid">
          <Link
            to={paths.collection}
            params={{ collectionId: collection.id }}
            className="surface grid content-start overflow-hidden transition-colors duration-150 hover:bg-bench"
          >
            {collection.coverUrl ? (
              <img
                src={collection.coverUrl}
                alt=""
                loading="lazy"
                className="aspect-video w-full bg-bench object-cover"
              />
            ) : (
              <span aria-hidden className="grid aspect-video place-items-center bg-bench text-muted">
                <Library size={32} />
              </span>
            )}
            <span className="grid gap-1 p-4">
              <span dir="auto" className="font-semibold break-words">
                {collection.title}
              </span>
              <Progress collection={collection} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
