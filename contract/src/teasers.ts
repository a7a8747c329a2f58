import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media.ts'
import { byId, id, moment } from './text.ts'

/** What strangers see of a post: nothing, its title, or its title and its first lines. */
export const sharing = z.enum(['off', 'title', 'teaser'], { error: 'Choose off, title or teaser.' })
export type Sharing = z.output<typeof sharing>

/** The longest video that strangers may watch. */
export const maxClipMs = 60_000

/**
 * A video that its creator lets strangers watch, in one file or as a stream. `still` is its picture, `alt` what it
 * shows. Its address changes with the post, never with the media item behind it.
 */
export const clip = z.object({
  url: z.string(),
  streamUrl: z.nullable(z.string()),
  still: z.nullable(z.string()),
  alt: z.nullable(z.string()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  captions: z.array(z.object({ url: z.string(), language: z.string() })),
})
export type Clip = z.output<typeof clip>

/**
 * `lines` is the beginning of the text, if its creator shares that; `words` is the length of a text. `placeholder` is
 * a PNG of 4 by 3 pixels as a data URL: the average colors of the picture and no more. `clip` is the whole video of a
 * post that is marked for it.
 */
export const teaser = z.object({
  id,
  title: z.nullable(z.string()),
  lines: z.nullable(z.string()),
  mediaType: z.enum([...mediaTypes, 'text']),
  durationMs: z.nullable(z.number()),
  words: z.nullable(z.number()),
  placeholder: z.nullable(z.string()),
  likesCount: z.number(),
  commentsCount: z.number(),
  createdAt: moment,
  clip: z.nullable(clip),
})
export type Teaser = z.output<typeof teaser>

/** The number of teasers on the front page. */
export const teaserCount = 6

export const list = endpoint({
  method: 'GET',
  path: '/api/site/teasers',
  access: 'public',
  summary: `The ${teaserCount} newest shared posts as strangers see them, and the newest with a clip; none behind the closed gate.`,
  reply: z.object({ teasers: z.array(teaser), clip: z.nullable(teaser) }),
})
/** The shared posts on the front page. */
export type FrontPosts = z.output<NonNullable<typeof list.reply>>

export const show = endpoint({
  method: 'GET',
  path: '/api/site/teasers/:id',
  access: 'public',
  summary:
    'A shared post as strangers see it; 404 for every other post, and for all posts behind the closed gate.',
  params: byId,
  reply: teaser,
})

/**
 * `variant` is `whole` (without a stream), a part of the stream or its key, a width of its still such as `poster-640`,
 * or captions such as `captions-en`.
 */
export const showClip = endpoint({
  method: 'GET',
  path: '/api/site/teasers/:id/clip/:variant',
  access: 'public',
  summary:
    'The video of a post that its creator marked as a clip for strangers, its still or its captions; 206 for a range, 404 for every other post, and for all posts behind the closed gate.',
  params: z.object({ id: z.string(), variant: z.string() }),
  alsoStatus: [206, 304],
})

const image = { method: 'GET', access: 'public', replyType: 'image/png' } as const

export const siteCard = endpoint({
  ...image,
  path: '/api/site/card.png',
  summary: 'The picture of link previews of this site, 1200 by 630 pixels.',
  alsoStatus: [304],
})

export const postCard = endpoint({
  ...image,
  path: '/api/site/teasers/:id/card.png',
  summary: 'The picture of link previews of a shared post, 1200 by 630 pixels.',
  params: byId,
  alsoStatus: [304],
})

export const robots = endpoint({
  method: 'GET',
  path: '/robots.txt',
  access: 'public',
  replyType: 'text/plain',
  summary: 'What search engines may read (RFC 9309).',
})

export const sitemap = endpoint({
  method: 'GET',
  path: '/sitemap.xml',
  access: 'public',
  replyType: 'application/xml',
  summary: 'The addresses of the public pages and shared posts; 404 behind a gate.',
})
