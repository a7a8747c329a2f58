import { type Post, post as postSchema } from '@touchline/contract/posts.ts'
import * as z from 'zod/mini'
import { JsonText } from '#http/json-text.ts'
import type { Viewer } from '#http/viewer.ts'
import { type FullPost, toPost } from './to-post.ts'

const sharedSchema = z.omit(postSchema, { likesCount: true, commentsCount: true, isLiked: true })

/** The JSON that members share, by the cached part of a post. */
const sharedTexts = new WeakMap<object, string>()

/** Staff and creators see more fields, and email addresses. */
const isMember = (viewer: Viewer, { creator }: FullPost) =>
  viewer.role === 'subscriber' && viewer.hasAccess && viewer.id !== creator.id

/** Returns the JSON of a post without its end, which differs between viewers. */
function sharedTextFor(found: FullPost, viewer: Viewer): string {
  const key = isMember(viewer, found) ? found.shared : undefined
  const known = key && sharedTexts.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(sharedSchema.parse(toPost(found, viewer))).slice(0, -1)
  if (key) sharedTexts.set(key, text)
  return text
}

/** Returns the JSON of a post up to the value of `isLiked`, its last field. */
export function textUpToIsLiked(found: FullPost, viewer: Viewer): string {
  const { likesCount, commentsCount } = found.post
  return `${sharedTextFor(found, viewer)},"likesCount":${likesCount},"commentsCount":${commentsCount},"isLiked":`
}

/** Returns the JSON of `toPost`. What members share is built once per version of the post. */
export const postText = (found: FullPost, viewer: Viewer): JsonText<Post> =>
  new JsonText(`${textUpToIsLiked(found, viewer)}${found.likedBy !== null}}`)

export const postListText = (found: FullPost[], viewer: Viewer): JsonText<Post[]> =>
  new JsonText(`[${found.map((each) => postText(each, viewer).text).join()}]`)
