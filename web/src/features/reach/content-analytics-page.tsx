import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { ContentReach, PostReach } from '@touchline/contract/reach.ts'
import { AudioLines, Download, Image, Text, Video } from 'lucide-react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { longDate } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import {
  definitions,
  kindWord,
  lengthText,
  nameOfPost,
  notCounted,
  plays,
  reachedOf,
  engagementLook,
} from './reach-text.ts'
import { contentCsvAddress, contentReach } from './requests.ts'
import { StackedCell, StackedRow, StackedTable } from './stacked-table.tsx'
import { clsx } from 'clsx'

/** Engagement with its color and a word, for people who cannot see the color. */
function Engagement({ post: { engagement, views } }: { post: PostReach }) {
  const look = engagementLook(engagement)
  if (!look)
    return <span className="text-muted">{views === 0 ? 'No views yet' : 'Counting was off at times'}</span>
  return (
    <span className={clsx('whitespace-nowrap', look.colour)}>
      <span className="board">{look.shown}</span> <span className="text-xs font-semibold">{look.word}</span>
    </span>
  )
}

const columns = {
  views: 'Views',
  likes: 'Likes',
  comments: 'Comments',
  engagement: 'Engagement',
  reached: 'Members reached',
  watched: 'Watched',
}

export function ContentAnalyticsPage() {
  const query = useInfiniteQuery(contentReach)
  const first = query.data?.pages[0]
  const posts = query.data?.pages.flatMap((page) => page.posts) ?? []
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <p className="measure text-muted">Your posts, newest first, with their reach and engagement.</p>
        {posts.length > 0 ? (
          <Button asChild kind="outline" className="print:hidden">
            <a href={contentCsvAddress} download>
              <Download size={18} aria-hidden /> Download CSV
            </a>
          </Button>
        ) : null}
      </div>
      <div className="mt-6" aria-live="polite" aria-busy={query.isFetching}>
        {first ? <Posts first={first} posts={posts} /> : <Skeleton className="h-96" />}
        <div className="mt-6 text-center empty:hidden print:hidden">
          <MoreButton query={query}>Load More Posts</MoreButton>
        </div>
      </div>
    </>
  )
}

function Posts({ first, posts }: { first: ContentReach; posts: PostReach[] }) {
  return (
    <>
      {first.countsViews ? null : (
        <p className="surface mb-6 p-4">
          Content analytics are switched off: views are not counted.{' '}
          <Link to={paths.settings} className="underline underline-offset-4">
            Switch them on in your settings
          </Link>
          .
        </p>
      )}
      {posts.length === 0 ? (
        <EmptyState title="No posts yet">
          Posts you publish appear here with their reach and engagement.
        </EmptyState>
      ) : (
        <>
          <WhatIsCounted />
          <StackedTable label="Your posts" columns={['Post', ...Object.values(columns)]}>
            {posts.map((post) => (
              <PostRow key={post.id} post={post} />
            ))}
          </StackedTable>
        </>
      )}
    </>
  )
}

function PostRow({ post }: { post: PostReach }) {
  const name = nameOfPost(post)
  return (
    <StackedRow
      heading={
        <span className="flex items-center gap-3">
          <Thumbnail post={post} />
          <span className="min-w-0">
            <Link
              to={paths.postReach}
              params={{ postId: post.id }}
              dir="auto"
              className="line-clamp-4 font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf"
            >
              {name}
            </Link>
            <span className="text-xs text-muted">
              {kindWord(post.mediaType)}, <time dateTime={post.createdAt}>{longDate(post.createdAt)}</time>
            </span>
          </span>
        </span>
      }
    >
      <StackedCell of={columns.views}>
        <span className="board">{post.views.toLocaleString('en-US')}</span>
      </StackedCell>
      <StackedCell of={columns.likes}>
        <span className="board">{post.likes.toLocaleString('en-US')}</span>
      </StackedCell>
      <StackedCell of={columns.comments}>
        <span className="board">{post.comments.toLocaleString('en-US')}</span>
      </StackedCell>
      <StackedCell of={columns.engagement}>
        <Engagement post={post} />
      </StackedCell>
      <StackedCell of={columns.reached}>
        {reachedOf(post) ?? <span className="text-muted">{notCounted}</span>}
      </StackedCell>
      <StackedCell of={columns.watched}>
        {post.watchedSeconds !== null ? (
          <span className="whitespace-nowrap">{lengthText(post.watchedSeconds)}</span>
        ) : plays(post) ? (
          <span className="text-muted">{notCounted}</span>
        ) : (
          <>
            <span aria-hidden className="text-muted">
              –
            </span>
            <span className="sr-only">Does not play</span>
          </>
        )}
      </StackedCell>
    </StackedRow>
  )
}

const icons = { image: Image, video: Video, audio: AudioLines, text: Text }

/** The post's still, or an icon of its kind. The title beside it names the post. */
function Thumbnail({ post: { thumbnailUrl, mediaType } }: { post: PostReach }) {
  const look = 'size-14 shrink-0 rounded-control bg-bench'
  if (thumbnailUrl)
    return (
      <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" className={clsx(look, 'object-cover')} />
    )
  const Icon = icons[mediaType]
  return (
    <span aria-hidden className={clsx(look, 'grid place-items-center text-muted')}>
      <Icon size={20} />
    </span>
  )
}

function WhatIsCounted() {
  return (
    <details className="mb-4 text-sm">
      <summary className="inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf print:hidden">
        What these columns count
      </summary>
      <dl className="surface mt-2 grid gap-3 p-4">
        {Object.entries(columns).map(([key, name]) => (
          <div key={key}>
            <dt className="font-semibold">{name}</dt>
            <dd className="measure text-muted">
              {Object.entries(definitions).find(([defined]) => defined === key)?.[1]}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
