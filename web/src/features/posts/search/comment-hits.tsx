import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type CommentHit, comments } from '@touchline/contract/search.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { commentAnchor } from '#people/comment-anchor.ts'
import { lineName } from '#people/line-name.ts'
import { partyInitial, usePicture } from '#people/names.ts'
import { Link } from '#router/link.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { timeAgoOrDate } from '#ui/relative-time.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { VerifiedBadge } from '#ui/verified-badge.tsx'
import { FoundText } from './found-text.tsx'
import { HitList } from './hit-list.tsx'

const commentHits = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'comments', search],
    queryFn: ({ pageParam, signal }) => call(comments, { query: { search, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hits, hasMore }) => (hasMore ? hits.at(-1)?.id : undefined),
    staleTime: 0,
    throwOnError: false,
  })

export function CommentHits({ search }: { search: string }) {
  const query = useInfiniteQuery(commentHits(search))
  return (
    <HitList query={query} name="comments" search={search}>
      {(hit: CommentHit) => <CommentLink hit={hit} search={search} />}
    </HitList>
  )
}

function CommentLink({ hit, search }: { hit: CommentHit; search: string }) {
  const { id, post, user, createdAt, content } = hit
  const picture = usePicture(user)
  return (
    <Link
      to={paths.post}
      params={{ postId: post.id }}
      hash={commentAnchor(id)}
      className="surface flex gap-3 p-4 transition-colors duration-150 hover:bg-bench"
    >
      <Avatar size="small" imageUrl={picture} initial={partyInitial(user, 'Member')} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-1.5 text-sm font-semibold">
          <bdi>{user.firstName || user.email || 'Member'}</bdi>
          {user.isMainInfluencer ? <VerifiedBadge /> : null}
          <span className="font-normal text-muted">
            <RelativeTime at={createdAt} words={timeAgoOrDate} />
          </span>
        </span>
        <span dir="auto" className="mt-1 line-clamp-4 text-sm wrap-anywhere">
          <FoundText text={content} search={search} />
        </span>
        <span className="mt-1 flex gap-1 text-sm text-muted">
          On <bdi className="line-clamp-1 break-words">{lineName(post)}</bdi>
        </span>
      </span>
    </Link>
  )
}
