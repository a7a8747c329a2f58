/** Falls back to the file extension when the system knows no type; the server checks the content. */
const endings = {
  image: /\.(?:jpe?g|png|gif|webp|avif|hei[cf]|hif)$/i,
  video: /\.(?:mp4|m4v|mov|avi|mkv|webm|3gp|3g2|mts|m2ts|mpe?g|ogv)$/i,
  audio: /\.(?:m4a|mp3|wav|ogg|opus|flac|aac|aiff?|w64|caf|amr|mka)$/i,
}
const kinds = ['image', 'video', 'audio'] as const

export function fileKind({ type, name }: Pick<File, 'type' | 'name'>): (typeof kinds)[number] | null {
  const kind = kinds.find((one) => (type ? type.startsWith(`${one}/`) : endings[one].test(name)))
  return kind ?? null
}

const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.(?:hei[cf]|hif)$/i.test(name)

export const heicProblem = {
  title: 'Invalid File Type',
  description: 'This is a HEIC picture, which cannot be shown here. Please save it as JPEG and choose that.',
}

const quality = 0.92
/** Larger than the largest rendition of a picture, and below the canvas limit of phones. */
const longestSide = 4096

async function toJpeg(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const bytes = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', quality))
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`
  return bytes && new File([bytes], name, { type: 'image/jpeg' })
}

/** Converts a HEIC picture to JPEG where the browser can decode it (Safari), else returns null. */
export async function readableFile(file: File): Promise<File | null> {
  return isHeic(file) ? toJpeg(file).catch(() => null) : file
}
