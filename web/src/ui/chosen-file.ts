/** Where the system does not know a type, the name has to do; the server looks inside. */
const endings = {
  image: /\.(?:jpe?g|png|gif|webp|avif|hei[cf]|hif)$/i,
  video: /\.(?:mp4|m4v|mov|avi|mkv|webm|3gp|3g2|mts|m2ts|mpe?g|ogv)$/i,
  audio: /\.(?:m4a|mp3|wav|ogg|opus|flac|aac|aiff?|w64|caf|amr|mka)$/i,
}
const kinds = ['image', 'video', 'audio'] as const

/** Picture, video or recording, by what the browser takes the file for; null for anything else. */
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
/** More than the largest size that is made of a picture, and less than a phone's canvas can hold. */
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

/**
 * A file as the server can read it: a phone's HEIC picture as JPEG where this browser decodes it, as Safari does, and
 * null where not; any other file as it is.
 */
export async function readableFile(file: File): Promise<File | null> {
  return isHeic(file) ? toJpeg(file).catch(() => null) : file
}
