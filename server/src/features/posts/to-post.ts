import type { Post } from '@touchline/contract/posts.ts'
import { type PartyRow, toParty } from '#features/people/to-user.ts'
import { type StoredParts, toPart } from '#features/media/stored-parts.ts'
import type { Viewer } from '#http/viewer.ts'
import { toMarkdown } from './format-text.ts'
import { mayChangePost } from './may-change.ts'
import type { PostRow } from './schema.ts'

export type FullPost = {
  post: PostRow
  creator: PartyRow
  stored: StoredParts
  likedBy: string | null
  /** The cached part that all readers share; the same object until the post changes. */
  shared?: object
}

/** Returns a post as `viewer` sees it. Throws for a removed or unpublished post, which `isVisibleTo` excludes. */
export function toPost({ post, creator, stored, likedBy }: FullPost, viewer: Viewer): Post {
  const { status } = post
  if (status === 'removed' || status === 'unpublished')
    throw new Error(`A post that is ${status} was about to be shown.`)
  const mayChange = mayChangePost(viewer, post)
  const seen = stored.parts.filter((part) => mayChange || part.status === 'ready')
  const outside = seen.filter(({ inText }) => !inText)
  const parts = outside.map(toPart)
  const first = status === 'ready' ? parts.find(({ media }) => media !== null) : undefined
  const media = first?.media ?? null
  const problem = seen.find((part) => part.status === 'failed')?.problem
  const count = (outside[0]?.ready ?? 0) + outside.filter((part) => part.status !== 'ready').length
  return {
    id: post.id,
    title: post.title,
    content: post.content,
    blocks: post.blocks,
    mediaUrl: media?.streamUrl ?? media?.url ?? null,
    mediaType: first?.mediaType ?? post.mediaType,
    media,
    mediaAlt: (first ?? parts[0])?.mediaAlt ?? null,
    gallery: parts.length > 1 ? { count, parts } : null,
    pictures: seen.filter(({ inText }) => inText).map(toPart),
    attachments: stored.attachments,
    isPremium: post.isPremium,
    createdAt: post.createdAt.toISOString(),
    editedAt: post.editedAt?.toISOString() ?? null,
    isMadeWithAi: post.isMadeWithAi,
    commentsOff: post.commentsOff,
    creatorId: post.creatorId,
    creator: toParty(creator, viewer),
    likesCount: post.likesCount,
    commentsCount: post.commentsCount,
    isLiked: likedBy !== null,
    status,
    ...(status === 'failed' && problem ? { problem } : {}),
    opensAt: post.opensAt?.toISOString() ?? null,
    ...(post.tags.length > 0 ? { tags: post.tags } : {}),
    ...(post.pinnedAt ? { isPinned: true } : {}),
    ...(mayChange
      ? {
          version: post.version,
          viewsCount: post.viewsCount,
          sharing: post.sharing,
          isClip: post.isClip,
          markdown: post.markdown ?? toMarkdown(post.content),
        }
      : {}),
  }
}
