import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './text.ts'

export const mediaTypes = ['image', 'video', 'audio'] as const
export type MediaType = (typeof mediaTypes)[number]

const source = z.object({ url: z.string(), width: z.number(), mimeType: z.string() })

/**
 * `url` is the largest picture, the stream, or else the file. `animationUrl` is the silent video of an animated
 * picture, `streamUrl` the HLS playlist. `placeholder` is a thumbhash in base64; `sources` and `poster` are narrowest
 * first, preferred format first; `waveform` is the loudness over time, 0 to 100. `stripUrl` shows small pictures of a
 * long film, see `film-strip.ts`.
 */
export const media = z.object({
  url: z.string(),
  animationUrl: z.optional(z.string()),
  streamUrl: z.nullable(z.string()),
  mimeType: z.string(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  durationMs: z.nullable(z.number()),
  placeholder: z.nullable(z.string()),
  sources: z.array(source),
  poster: z.array(source),
  waveform: z.nullable(z.array(z.number())),
  captions: z.array(z.object({ url: z.string(), language: z.string() })),
  stripUrl: z.optional(z.string()),
})
export type Media = z.output<typeof media>

export const maxParts = 60
export const maxAttachments = 20
export const maxAltLength = 1000

/**
 * `media` is null until it is ready; `problem` says why processing failed or, in a draft, why a picture does not move.
 */
export const part = z.object({
  id,
  mediaType: z.enum(mediaTypes),
  mediaAlt: z.nullable(z.string()),
  media: z.nullable(media),
  status: z.enum(['ready', 'processing', 'failed']),
  problem: z.optional(z.string()),
})
export type Part = z.output<typeof part>

/** A file of any type, downloaded and never shown. */
export const attachment = z.object({ id, name: z.string(), bytes: z.number(), url: z.string() })
export type Attachment = z.output<typeof attachment>

/**
 * `variant` is `whole`, a width such as `640`, a playlist or segment, captions, or `attachment`. Access: by the post.
 */
export const read = endpoint({
  method: 'GET',
  path: '/media/:id/:variant',
  access: 'signedIn',
  summary: 'The bytes of a picture, video, recording or attachment; 206 for a range.',
  params: z.object({ id: z.string(), variant: z.string() }),
  alsoStatus: [206, 304],
})

/**
 * Only encrypted segments, and only with `MEDIA_CDN_URL`. `expires` is in Unix seconds; the playlist contains the
 * signed addresses. The key stays at `/media`.
 */
export const segment = endpoint({
  method: 'GET',
  path: '/segments/:expires/:signature/:id/:variant',
  access: 'public',
  summary: 'An encrypted segment of a video, for a CDN; 206 for a range.',
  params: z.object({ expires: z.string(), signature: z.string(), id: z.string(), variant: z.string() }),
  alsoStatus: [206, 304],
})
