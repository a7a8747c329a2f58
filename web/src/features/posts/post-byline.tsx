import { Link } from '#router/link.tsx'
import type { Post } from '@touchline/contract/posts.ts'
import { lazy, type ReactNode } from 'react'
import { paths } from '#paths.ts'
import { fullNameOf, partyInitial, usePicture } from '#people/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { timeAgo, timeAgoOrDate } from '#ui/relative-time.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { VerifiedBadge } from '#ui/verified-badge.tsx'
import { Later } from '#ui/later.tsx'
import { HighlightedText } from './highlighted-text.tsx'

type Props = {
  post: Post
  /** On the post's own page, old posts show their date. */
  isPage: boolean
  children?: ReactNode
}

const PostFacts = lazy(async () => ({ default: (await import('./post-facts.tsx')).PostFacts }))

export function PostByline({ post, isPage, children }: Props) {
  const { id: postId, creator, createdAt } = post
  const hasFacts = post.opensAt || post.editedAt || post.isMadeWithAi
  const picture = usePicture(creator)
  return (
    <header className="flex flex-wrap items-center gap-x-3 p-4">
      <Avatar imageUrl={picture} initial={partyInitial(creator, 'Creator')} />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5 leading-tight font-semibold">
          <Link
            to={paths.creator}
            params={{ creatorId: creator.id }}
            className="inline-block min-h-6 content-center hover:underline"
          >
            <bdi>
              <HighlightedText text={fullNameOf(creator, 'Creator')} />
            </bdi>
          </Link>
          {creator.isMainInfluencer ? <VerifiedBadge /> : null}
        </p>
        <p className="mt-0.5 text-muted">
          <Link
            to={paths.post}
            params={{ postId }}
            className="inline-block min-h-6 content-center hover:underline"
          >
            <RelativeTime at={createdAt} words={isPage ? timeAgoOrDate : timeAgo} />
          </Link>
          <Later>{hasFacts ? <PostFacts post={post} /> : null}</Later>
        </p>
      </div>
      {children}
    </header>
  )
}
