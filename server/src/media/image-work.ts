export type SizeType = 'image/avif' | 'image/webp'

/** What a size is called: its width, and its format where that is not everybody's. */
export const nameOfSize = ({ width, mimeType }: { width: number; mimeType: SizeType }) =>
  mimeType === 'image/avif' ? `${width}-avif` : String(width)

/**
 * A picture at its sizes, narrowest first; of one that moves its first frame. `width` and `height` are those of the picture
 * as it was uploaded, upright.
 */
export type RenderedImage = {
  width: number
  height: number
  frames: number
  /** A thumbhash in base64. */
  placeholder: string
  mimeType: 'image/webp'
  sizes: { width: number; mimeType: SizeType; bytes: number; path: string }[]
}

/** One path per possible size. With `side` one square of at most so many pixels is cut from the middle, in WebP alone. */
export type Sizes = { path: string; outputs: string[]; side?: number }

/** All frames of a picture that moves, with their times, as a GIF. */
export type AsGif = { path: string; gif: string }

/** What the parent asks. More work than `longestCpuMs` is given up. */
export type RenderRequest = (Sizes | AsGif) & { longestCpuMs: number }

export type RenderResponse =
  | { ok: true; image: RenderedImage | null }
  | {
      ok: false
      reason:
        | 'unreadable'
        | 'too_large'
        | 'too_many_frames'
        | 'too_costly'
        | 'too_slow'
        | 'storage_full'
        | 'failed'
        | 'crashed'
        | 'ended'
      detail: string
    }

export const isRenderResponse = (message: unknown): message is RenderResponse =>
  typeof message === 'object' && message !== null && 'ok' in message

export const isRenderRequest = (message: unknown): message is RenderRequest =>
  typeof message === 'object' && message !== null && 'path' in message && 'longestCpuMs' in message

/** For small places, phones, tablets and large screens; nothing is ever enlarged. */
const targetWidths = [320, 640, 1080, 1920]
/** The smaller first: browsers take the first they know. */
export const sizeTypes: SizeType[] = ['image/avif', 'image/webp']
export const sizeCount = targetWidths.length * sizeTypes.length
const largestWidth = 1920

/** The widths a picture of this width gets; a small one gets its own. */
export const widthsFor = (width: number) => [
  ...targetWidths.filter((target) => target < Math.min(width, largestWidth)),
  Math.min(width, largestWidth),
]
