import type { Post } from '@touchline/contract/posts.ts'
import { type PartyRow, toParty } from '#features/people/to-user.ts'
import { type MediaView, type StoredVariant, toMedia } from '#features/media/to-media.ts'
import type { Viewer } from '#http/viewer.ts'
import { mayChangePost } from './may-change.ts'
import type { PostRow } from './schema.ts'

export type FullPost = {
  post: PostRow
  creator: PartyRow
  mediaItem: (MediaView & { problem: string | null }) | null
  variants: StoredVariant[] | null
  likedBy: string | null
}

/** A post as `viewer` sees it. Throws for a removed post, which `isVisibleTo` should have excluded. */
export function toPost({ post, creator, mediaItem, variants, likedBy }: FullPost, viewer: Viewer): Post {
  const { status } = post
  if (status === 'removed') throw new Error('A removed post was about to be shown.')
  const media = mediaItem && status === 'ready' ? toMedia(mediaItem, variants ?? []) : null
  return {
    id: post.id,
    title: post.title,
    content: post.content,
    blocks: post.blocks,
    mediaUrl: media?.streamUrl ?? media?.url ?? null,
    mediaType: post.mediaType,
    media,
    mediaAlt: post.mediaAlt,
    isPremium: post.isPremium,
    createdAt: post.createdAt.toISOString(),
    creatorId: post.creatorId,
    creator: toParty(creator, viewer),
    likesCount: post.likesCount,
    commentsCount: post.commentsCount,
    isLiked: likedBy !== null,
    status,
    ...(status === 'failed' && mediaItem?.problem ? { problem: mediaItem.problem } : {}),
    opensAt: post.opensAt?.toISOString() ?? null,
    ...(mayChangePost(viewer, post)
      ? { viewsCount: post.viewsCount, sharing: post.sharing, markdown: post.markdown }
      : {}),
  }
}
