import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useParams } from '#router/router-provider.tsx'
import type { PostReach, ReachedMember } from '@touchline/contract/reach.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { fullNameOf, partyInitial } from '#people/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { CountedFigure } from '#ui/counted-figure.tsx'
import { dateAndTime, longDate } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import {
  definitions,
  engagementLook,
  kindWord,
  lengthText,
  nameOfPost,
  plays,
  reachedOf,
} from './reach-text.ts'
import { postMembers } from './requests.ts'
import { StackedCell, StackedRow, StackedTable } from './stacked-table.tsx'

export function PostReachPage() {
  const { postId } = useParams(paths.postReach)
  const query = useInfiniteQuery(postMembers(postId))
  const first = query.data?.pages[0]
  const title = first ? nameOfPost(first.post) : 'Content Analytics'
  usePageTitle(title)
  return (
    <Page
      title={title}
      back={<Link to={paths.contentAnalytics}>All posts</Link>}
      lead={
        first ? (
          <>
            {kindWord(first.post.mediaType)}, published on{' '}
            <time dateTime={first.post.createdAt}>{longDate(first.post.createdAt)}</time>.{' '}
            <Link to={paths.post} params={{ postId }} className="underline underline-offset-4">
              See the post
            </Link>
          </>
        ) : null
      }
    >
      {first ? (
        <>
          <Figures post={first.post} />
          <Reached
            people={query.data?.pages.flatMap(({ people }) => people) ?? []}
            isPlayed={plays(first.post)}
          />
          <div className="mt-6 text-center empty:hidden print:hidden">
            <MoreButton query={query}>Load More Members</MoreButton>
          </div>
        </>
      ) : query.isError ? (
        <EmptyState title="This post is not here">
          The address may be wrong, or the post is not one of yours.
        </EmptyState>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}

const formatCount = (count: number) => count.toLocaleString('en-US')

function Figures({ post }: { post: PostReach }) {
  const engagement = engagementLook(post.engagement)
  const counted = post.countedAt ? { note: `Counted ${dateAndTime(post.countedAt)}` } : {}
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      <CountedFigure
        label="Members reached"
        value={reachedOf(post)}
        {...counted}
        definition={definitions.reached}
      />
      <CountedFigure label="Views" value={formatCount(post.views)} definition={definitions.views} />
      <CountedFigure
        label="Engagement"
        value={engagement && `${engagement.shown} ${engagement.word}`}
        definition={definitions.engagement}
      />
      <CountedFigure label="Likes" value={formatCount(post.likes)} definition={definitions.likes} />
      <CountedFigure label="Comments" value={formatCount(post.comments)} definition={definitions.comments} />
      {plays(post) ? (
        <CountedFigure
          label="Watched"
          value={post.watchedSeconds === null ? null : lengthText(post.watchedSeconds)}
          {...counted}
          definition={definitions.watched}
        />
      ) : null}
    </dl>
  )
}

function Reached({ people, isPlayed }: { people: ReachedMember[]; isPlayed: boolean }) {
  const columns = ['Member', 'First seen', 'Last seen', 'Liked', 'Comments', ...(isPlayed ? ['Watched'] : [])]
  return (
    <section aria-labelledby="reached-title" className="mt-10">
      <h2 id="reached-title" className="mb-3 text-2xl">
        Members it reached
      </h2>
      {people.length === 0 ? (
        <EmptyState title="No members yet">Members who see this post are listed here.</EmptyState>
      ) : (
        <StackedTable label="Members it reached" columns={columns}>
          {people.map((one) => (
            <MemberRow key={one.person.id} one={one} />
          ))}
        </StackedTable>
      )}
    </section>
  )
}

function MemberRow({
  one: { person, firstSeen, lastSeen, hasLiked, comments, watchedSeconds },
}: {
  one: ReachedMember
}) {
  return (
    <StackedRow
      heading={
        <span className="flex items-center gap-3">
          <Avatar imageUrl={person.profileImageUrl} initial={partyInitial(person, 'Member')} size="small" />
          <bdi className="min-w-0 font-semibold">{fullNameOf(person, 'A member')}</bdi>
        </span>
      }
    >
      <StackedCell of="First seen">
        <time dateTime={firstSeen}>{longDate(firstSeen)}</time>
      </StackedCell>
      <StackedCell of="Last seen">
        <time dateTime={lastSeen}>{longDate(lastSeen)}</time>
      </StackedCell>
      <StackedCell of="Liked">{hasLiked ? 'Yes' : 'No'}</StackedCell>
      <StackedCell of="Comments">
        <span className="board">{comments}</span>
      </StackedCell>
      {watchedSeconds === null ? null : <StackedCell of="Watched">{lengthText(watchedSeconds)}</StackedCell>}
    </StackedRow>
  )
}
