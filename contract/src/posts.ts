import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { filterFields } from './filters.ts'
import { blocks } from './formatted-text.ts'
import { attachment, maxAltLength, maxParts, media, mediaTypes, part } from './media.ts'
import { party } from './people.ts'
import { tags } from './tags.ts'
import { sharing } from './teasers.ts'
import { byId, id, moment, optionalText, pageNumber, pageSize } from './text.ts'

export const maxUploadBytes = 50 * 1024 * 1024

/**
 * A formatted text has `blocks`; its `content` is then its words, and `markdown` its source. `pictures` are the parts
 * that stand in the text. Of the others, `media`, `mediaUrl`, `mediaType` and `mediaAlt` are those of the first;
 * `gallery` has all when there are several, in lists the first four of `count`. Until `opensAt` it is for members only
 * (null: always). `editedAt` is when members were last shown something else. With `commentsOff` earlier comments stay
 * readable. Only people who may change the post see `markdown`, `version` (it grows with each edit), `viewsCount`,
 * `sharing` (null: as the creator's setting says), `isClip` (visitors may watch the video), and parts that are not
 * ready. `tags` and `isPinned` are there when the post has tags and is pinned.
 */
export const post = z.object({
  id,
  title: z.nullable(z.string()),
  content: z.string(),
  blocks: z.nullable(blocks),
  markdown: z.optional(z.string()),
  mediaUrl: z.nullable(z.string()),
  mediaType: z.enum([...mediaTypes, 'text']),
  media: z.nullable(media),
  mediaAlt: z.nullable(z.string()),
  gallery: z.nullable(z.object({ count: z.number(), parts: z.array(part) })),
  pictures: z.array(part),
  attachments: z.array(attachment),
  isPremium: z.boolean(),
  createdAt: moment,
  editedAt: z.nullable(moment),
  isMadeWithAi: z.boolean(),
  commentsOff: z.boolean(),
  creatorId: id,
  creator: party,
  likesCount: z.number(),
  commentsCount: z.number(),
  isLiked: z.boolean(),
  status: z.enum(['ready', 'processing', 'failed']),
  problem: z.optional(z.string()),
  opensAt: z.nullable(moment),
  version: z.optional(z.number()),
  viewsCount: z.optional(z.number()),
  sharing: z.optional(z.nullable(sharing)),
  isClip: z.optional(z.boolean()),
  tags: z.optional(z.array(z.string())),
  isPinned: z.optional(z.boolean()),
})
export type Post = z.output<typeof post>

/** Lists show this many parts of a gallery. */
export const partsInLists = 4

/** The maximum lengths of a post's texts, in characters. */
export const maxSearchLength = { title: 200, content: 20_000, mediaAlt: maxAltLength } as const
const postTitle = optionalText(maxSearchLength.title)
const postContent = optionalText(maxSearchLength.content)
const mediaAltText = optionalText(maxSearchLength.mediaAlt)

const firstMoment = Date.UTC(2000)
const lastMoment = Date.UTC(2200)

/** A date chosen by a person, in a range that browsers can handle. */
export const chosenMoment = z.iso.datetime({ error: 'Please choose a date and a time.' }).check(
  z.refine((text) => {
    const at = Date.parse(text)
    return at >= firstMoment && at < lastMoment
  }, 'Please choose a date between 2000 and 2199.'),
)

/** One page of posts. When a search finds many, `total` is a lower bound and `isTotalExact` is false. */
export const postPage = z.object({
  posts: z.array(post),
  total: z.number(),
  isTotalExact: z.boolean(),
  hasMore: z.boolean(),
})

export const postsPerPage = 100

export const list = endpoint({
  method: 'GET',
  path: '/api/posts',
  access: 'member',
  right: 'posts:read',
  summary: `Posts, newest first. Without a query, the newest ${postsPerPage} as an array with a Link header to the rest; with page, limit, search, before or filters, one page. Filters find published posts only.`,
  query: z.object({
    page: z.optional(pageNumber),
    limit: z.optional(pageSize),
    search: z.optional(optionalText(200)),
    before: z.optional(id),
    ...filterFields,
  }),
  reply: z.union([z.array(post), postPage]),
})

/** `postId` is chosen by the browser and makes publishing idempotent. */
export const publish = endpoint({
  method: 'POST',
  path: '/api/posts',
  access: 'creator',
  summary:
    'Publishes a post with a picture, a video or only text; uploadId names an earlier upload, uploadIds several, separated by commas, for a gallery. The type is that of the first.',
  upload: 'media',
  body: z.object({
    title: z.optional(postTitle),
    content: z.optional(postContent),
    contentType: z.enum(['image', 'video', 'text'], { error: 'Choose image, video or text.' }),
    mediaAlt: z.optional(mediaAltText),
    sharing: z.optional(sharing),
    uploadId: z.optional(id),
    uploadIds: z.optional(
      z
        .string()
        .check(
          z.regex(
            new RegExp(`^[A-Za-z0-9_-]{22}(,[A-Za-z0-9_-]{22}){0,${maxParts - 1}}$`),
            `Please name up to ${maxParts} uploads, separated by commas.`,
          ),
        ),
    ),
    postId: z.optional(id),
  }),
  reply: post,
  status: 201,
})

export const show = endpoint({
  method: 'GET',
  path: '/api/posts/:id',
  access: 'signedIn',
  right: 'posts:read',
  summary: 'One post, for members, and for everyone signed in once it is open.',
  params: byId,
  reply: post,
})

/** Files are changed through a draft, see `drafts.edit`. */
const otherMedia = z.optional(z.never('Files are changed on the Edit Post page of this post.'))

/** The number of a saved version, of a draft or a post. */
export const versionNumber = z.int().check(z.gte(1), z.lte(2_000_000_000))

const yesOrNo = z.boolean('Choose yes or no.')

export const edit = endpoint({
  method: 'PATCH',
  path: '/api/posts/:id',
  access: 'creatorOrAdmin',
  summary:
    'Changes title, text (plain content or markdown) and description of a post, when it opens to everyone signed in, what strangers see, its tags, whether members can comment, and whether it was made with AI. With `version` it is refused with 409 once someone else has edited the post. Marking a video as the clip that strangers may watch unmarks the one before it.',
  params: byId,
  body: z.object({
    title: z.optional(z.nullable(postTitle)),
    content: z.optional(postContent),
    markdown: z.optional(postContent),
    mediaAlt: z.optional(z.nullable(mediaAltText)),
    opensAt: z.optional(z.nullable(chosenMoment)),
    sharing: z.optional(z.nullable(sharing)),
    isClip: z.optional(yesOrNo),
    isMadeWithAi: z.optional(yesOrNo),
    commentsOff: z.optional(yesOrNo),
    tags: z.optional(tags),
    version: z.optional(versionNumber),
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
  summary: 'Retries the failed processing of a post’s parts.',
  params: byId,
  reply: post,
})

const likeReply = z.object({ postId: id, likesCount: z.number(), isLiked: z.boolean() })

export const like = endpoint({
  method: 'POST',
  path: '/api/posts/:id/like',
  access: 'member',
  summary: 'Likes a post. Idempotent.',
  params: byId,
  reply: likeReply,
})

export const unlike = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/like',
  access: 'member',
  summary: 'Removes a like. Idempotent.',
  params: byId,
  reply: likeReply,
})

export const maxPinned = 3

export const pin = endpoint({
  method: 'PUT',
  path: '/api/posts/:id/pin',
  access: 'creator',
  summary: `Pins one of my posts above the feed, at most ${maxPinned}. Idempotent.`,
  params: byId,
  reply: post,
})

export const unpin = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/pin',
  access: 'creator',
  summary: 'Unpins one of my posts. Idempotent.',
  params: byId,
  reply: post,
})
