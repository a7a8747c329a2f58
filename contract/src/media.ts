import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const mediaTypes = ['image', 'video', 'audio'] as const
export type MediaType = (typeof mediaTypes)[number]

const source = z.object({ url: z.string(), width: z.number(), mimeType: z.string() })

/**
 * A picture, video or recording. `url` is what plays or shows everywhere: the largest size of a picture, the whole file
 * of a video or recording; `animationUrl` is the silent film of a picture that moves; `streamUrl` is a video's HLS
 * playlist once there is one. `placeholder` is a thumbhash in base64; `sources` are the sizes of a picture, `poster`
 * those of a video's still, narrowest first, the preferred format of a width first. `waveform` is how loud a recording
 * is from its beginning to its end, 0 to 100. `captions` name a language as in BCP 47.
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
})
export type Media = z.output<typeof media>

/**
 * Bytes behind the door: `variant` is `whole`, a width such as `640`, one of a poster, a playlist or a piece of it, or
 * captions. Who is signed in may ask; who may read is decided by the post it belongs to.
 */
export const read = endpoint({
  method: 'GET',
  path: '/media/:id/:variant',
  access: 'signedIn',
  summary: 'The bytes of a picture, video or recording; ranges are answered with 206.',
  params: z.object({ id: z.string(), variant: z.string() }),
  alsoStatus: [206, 304],
})
