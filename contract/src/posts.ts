import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { media, mediaTypes } from './media.ts'
import { party } from './people.ts'
import { byId, id, moment, optionalText, pageNumber, pageSize } from './text.ts'

export const maxUploadBytes = 50 * 1024 * 1024

/**
 * A post as its viewer sees it. `mediaAlt` says in words what its picture or video shows; `status` is about its media item,
 * `problem` why that failed; until `opensAt` it is for members alone, from then on for everybody signed in (null: for
 * members, for ever). How often it was seen, once a person and day, is told to those who may change it.
 */
export const post = z.object({
  id,
  title: z.nullable(z.string()),
  content: z.string(),
  mediaUrl: z.nullable(z.string()),
  mediaType: z.enum([...mediaTypes, 'text']),
  media: z.nullable(media),
  mediaAlt: z.nullable(z.string()),
  isPremium: z.boolean(),
  createdAt: moment,
  creatorId: id,
  creator: party,
  likesCount: z.number(),
  commentsCount: z.number(),
  isLiked: z.boolean(),
  status: z.enum(['ready', 'processing', 'failed']),
  problem: z.optional(z.string()),
  opensAt: z.nullable(moment),
  viewsCount: z.optional(z.number()),
})
export type Post = z.output<typeof post>

/** How many characters the words of a post have at most; `mediaAlt` says what a picture or video shows. */
export const maxSearchLength = { title: 200, content: 20_000, mediaAlt: 1000 } as const
const postTitle = optionalText(maxSearchLength.title)
const postContent = optionalText(maxSearchLength.content)
const mediaAltText = optionalText(maxSearchLength.mediaAlt)

const firstMoment = Date.UTC(2000)
const lastMoment = Date.UTC(2200)

/** A moment somebody chose: one that calendars here know. */
export const chosenMoment = z.iso.datetime({ error: 'Please choose a date and a time.' }).check(
  z.refine((text) => {
    const at = Date.parse(text)
    return at >= firstMoment && at < lastMoment
  }, 'Please choose a date between 2000 and 2199.'),
)

/** One page of posts. Of a search that finds much `total` is only the least there are, and `isTotalExact` false. */
export const postPage = z.object({
  posts: z.array(post),
  total: z.number(),
  isTotalExact: z.boolean(),
  hasMore: z.boolean(),
})

/** How many posts the list without a page holds at most. */
export const postsPerPage = 100

export const list = endpoint({
  method: 'GET',
  path: '/api/posts',
  access: 'member',
  summary: `Posts, newest first. Without a query the newest ${postsPerPage} as an array, with a Link header to the rest; with page, limit, search or before one page of them.`,
  query: z.object({
    page: z.optional(pageNumber),
    limit: z.optional(pageSize),
    search: z.optional(optionalText(200)),
    before: z.optional(id),
  }),
  reply: z.union([z.array(post), postPage]),
})

/** `postId` is an id the browser made for what it sends in one form: under the same one it is published once. */
export const publish = endpoint({
  method: 'POST',
  path: '/api/posts',
  access: 'creator',
  summary:
    'Publishes a post with a picture, a video or only text; uploadId names a file that was sent before.',
  upload: 'media',
  body: z.object({
    title: z.optional(postTitle),
    content: z.optional(postContent),
    contentType: z.enum(['image', 'video', 'text'], { error: 'Choose image, video or text.' }),
    mediaAlt: z.optional(mediaAltText),
    uploadId: z.optional(id),
    postId: z.optional(id),
  }),
  reply: post,
  status: 201,
})

export const show = endpoint({
  method: 'GET',
  path: '/api/posts/:id',
  access: 'signedIn',
  summary: 'One post: for members, and for everybody signed in once it is open.',
  params: byId,
  reply: post,
})

/** What was published stays what it is: its address must not come to show something else. */
const otherMedia = z.optional(
  z.never('The file of a post cannot be changed. Please publish a new post instead.'),
)

export const edit = endpoint({
  method: 'PATCH',
  path: '/api/posts/:id',
  access: 'creatorOrAdmin',
  summary: 'Changes title, text and description of a post, and from when on everybody signed in may read it.',
  params: byId,
  body: z.object({
    title: z.optional(z.nullable(postTitle)),
    content: z.optional(postContent),
    mediaAlt: z.optional(z.nullable(mediaAltText)),
    opensAt: z.optional(z.nullable(chosenMoment)),
    mediaUrl: otherMedia,
    mediaType: otherMedia,
    media: otherMedia,
  }),
  reply: post,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  access: 'creatorOrAdmin',
  summary: 'Removes a post with its comments, likes and media.',
  params: byId,
  status: 204,
})

export const prepareAgain = endpoint({
  method: 'POST',
  path: '/api/posts/:id/prepare-again',
  access: 'creatorOrAdmin',
  summary: 'Lets the file of a post that failed be worked on again.',
  params: byId,
  reply: post,
})

const likeReply = z.object({ postId: id, likesCount: z.number(), isLiked: z.boolean() })

export const like = endpoint({
  method: 'POST',
  path: '/api/posts/:id/like',
  access: 'member',
  summary: 'Likes a post; again changes nothing.',
  params: byId,
  reply: likeReply,
})

export const unlike = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/like',
  access: 'member',
  summary: 'Takes a like back; again changes nothing.',
  params: byId,
  reply: likeReply,
})
