import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { toPostSearch } from './post-search.ts'
import { useParams, useSearch } from '#router/router-provider.tsx'
import { lazy } from 'react'
import { isNotFound, isSubscriptionRequired } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Later } from '#ui/later.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { anchorOf } from './feed-mark.ts'
import { lastFeedPlace } from './feed-place.ts'
import { FeedFrame } from './feed-frame.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { useLivePosts } from './live-posts.ts'
import { PostCard } from './post-card.tsx'
import { postName } from './post-name.ts'
import { singlePost } from './requests.ts'
import { UpgradePlace } from './upgrade-place.tsx'

const PostTags = lazy(async () => ({ default: (await import('./post-tags.tsx')).PostTags }))
const ReadingPlace = lazy(async () => ({
  default: (await import('./library/continue.tsx')).ReadingPlace,
}))
const CollectionNav = lazy(async () => ({ default: (await import('./collection-nav.tsx')).CollectionNav }))

function NoSuchPost() {
  return (
    <EmptyState
      title="This post is not here"
      action={
        <Button asChild>
          <Link to={paths.content}>See all posts</Link>
        </Button>
      }
    >
      It may have been taken down, or the address is not quite right.
    </EmptyState>
  )
}

export function PostPage() {
  useLivePosts()
  const { postId } = useParams(paths.post)
  const { collection } = useSearch(toPostSearch)
  const { hasAccess } = useSignedInViewer()
  const query = useQuery(singlePost(useQueryClient(), postId))
  const post = query.data
  const place = lastFeedPlace()
  const isGone = post === null || isNotFound(query.error)
  const isForMembers = isSubscriptionRequired(query.error)
  usePageTitle(isGone ? 'No such post' : isForMembers || !post ? 'Post' : postName(post))
  return (
    <FeedFrame
      title={post && !isForMembers ? postName(post) : 'Post'}
      isTitleHidden
      back={
        hasAccess ? (
          <Link to={paths.content} search={place ?? {}} hash={place ? anchorOf(postId) : undefined}>
            Back to the feed
          </Link>
        ) : null
      }
    >
      {isForMembers ? (
        <UpgradePlace />
      ) : isGone ? (
        <NoSuchPost />
      ) : post ? (
        <div className="grid gap-6">
          <PostCard key={post.id} post={post} isFirst hasOpenComments />
          <Later>
            <ReadingPlace key={post.id} post={post} />
          </Later>
          {hasAccess ? null : <UpgradePlace />}
          {hasAccess && post.tags ? (
            <Later>
              <PostTags tags={post.tags} />
            </Later>
          ) : null}
          {hasAccess && collection ? (
            <Later>
              <CollectionNav collectionId={collection} postId={postId} />
            </Later>
          ) : null}
        </div>
      ) : (
        <FeedSkeleton />
      )}
    </FeedFrame>
  )
}
