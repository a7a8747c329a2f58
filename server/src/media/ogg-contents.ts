/** What an Ogg file holds, whichever of its streams comes first. */
export type OggContents = { hasVideo: boolean; hasSound: boolean }

const pageHead = 27
const beginsStream = 0x02
/** How the first packet of a stream begins, by its codec: Theora, OGM, Dirac and VP8; Opus, Vorbis, FLAC and Speex. */
const pictures = ['\x80theora', '\x01video', 'BBCD', 'OVP80']
const sounds = ['OpusHead', '\x01vorbis', '\x7fFLAC', 'fLaC', 'Speex']

/** Whether a file begins like Ogg. */
export const isOgg = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'OggS'

/** Reads which streams an Ogg file holds: the first pages of all of them stand at its beginning. */
export function oggContents(head: Buffer): OggContents {
  const found: OggContents = { hasVideo: false, hasSound: false }
  let at = 0
  while (isOgg(head.subarray(at)) && ((head[at + 5] ?? 0) & beginsStream) !== 0) {
    const lengths = head.subarray(at + pageHead, at + pageHead + (head[at + 26] ?? 0))
    const packet = at + pageHead + lengths.length
    const start = head.toString('latin1', packet, packet + 8)
    if (pictures.some((codec) => start.startsWith(codec))) found.hasVideo = true
    if (sounds.some((codec) => start.startsWith(codec))) found.hasSound = true
    at = packet + lengths.reduce((sum, length) => sum + length, 0)
  }
  return found
}
