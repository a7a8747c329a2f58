export type SizeType = 'image/avif' | 'image/webp'

/** The variant name of a size: its width, plus `-avif` for AVIF. */
export const nameOfSize = ({ width, mimeType }: { width: number; mimeType: SizeType }) =>
  mimeType === 'image/avif' ? `${width}-avif` : String(width)

/** Sizes are narrowest first, an animation's first frame only. `width` and `height` are of the upright original. */
export type RenderedImage = {
  width: number
  height: number
  frames: number
  /** A thumbhash in base64. */
  placeholder: string
  mimeType: 'image/webp'
  sizes: { width: number; mimeType: SizeType; bytes: number; path: string }[]
}

/** One output path per possible size. `side` crops one WebP square of at most that size. */
export type Sizes = { path: string; outputs: string[]; side?: number }

export type AsGif = { path: string; gif: string }

/** A request to the image process, which stops it after `maxCpuMs` of CPU time. */
export type RenderRequest = (Sizes | AsGif) & { maxCpuMs: number }

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
  typeof message === 'object' && message !== null && 'path' in message && 'maxCpuMs' in message

/** Thumbnails, phones, tablets and large screens. Pictures are never enlarged. */
const targetWidths = [320, 640, 1080, 1920]
/** Smallest format first; browsers take the first that they support. */
export const sizeTypes: SizeType[] = ['image/avif', 'image/webp']
export const sizeCount = targetWidths.length * sizeTypes.length
const largestWidth = 1920

export const widthsFor = (width: number) => [
  ...targetWidths.filter((target) => target < Math.min(width, largestWidth)),
  Math.min(width, largestWidth),
]
