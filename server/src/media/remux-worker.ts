import {
  ADTS,
  Conversion,
  FilePathSource,
  FilePathTarget,
  FLAC,
  FlacOutputFormat,
  Input,
  MATROSKA,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { maxFrames } from './probed-file.ts'
import type { RemuxResponse } from './remux.ts'

// The program of the child process in remux.ts: wraps the file `source` of this folder anew, as `whole`.
const outputs = {
  'video/mp4': () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  'audio/mp4': () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  'video/webm': () => new WebMOutputFormat(),
  'audio/webm': () => new WebMOutputFormat(),
  'audio/flac': () => new FlacOutputFormat(),
  'audio/mpeg': () => new Mp3OutputFormat(),
  'audio/wav': () => new WavOutputFormat(),
  'audio/ogg': () => new OggOutputFormat(),
}

const isKnown = (mimeType: string | undefined): mimeType is keyof typeof outputs =>
  mimeType !== undefined && mimeType in outputs

async function wrapAnew(mimeType: keyof typeof outputs): Promise<RemuxResponse> {
  const formats = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, FLAC, ADTS]
  const input = new Input({ source: new FilePathSource('source'), formats })
  const output = new Output({ format: outputs[mimeType](), target: new FilePathTarget('whole') })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  // The first of each, as it is: one picture, one sound, and nothing of what is said about them.
  const conversion = await Conversion.init({
    input,
    output,
    tags: {},
    showWarnings: false,
    video: (_track, n) => ({ discard: n > 1 }),
    audio: (_track, n) => ({ discard: n > 1 }),
  })
  const lost = conversion.discardedTracks.find(({ track }) => track === video || track === audio)
  if (lost) return { isLost: true }
  if (!conversion.isValid) throw new Error('there is no track')
  await conversion.execute()
  const packets = await video?.computePacketStats(maxFrames + 1)
  return {
    isLost: false,
    durationMs: Math.round((await input.computeDuration()) * 1000),
    video: video && {
      codec: video.codec ?? '',
      width: video.displayWidth,
      height: video.displayHeight,
      frames: packets?.packetCount ?? 0,
      framesPerSecond: packets?.averagePacketRate ?? 0,
    },
    audio: audio && { codec: audio.codec ?? '' },
  }
}

const [wanted] = process.argv.slice(2)
if (!isKnown(wanted)) throw new Error(`nothing can be wrapped as ${wanted}`)
process.stdout.write(JSON.stringify(await wrapAnew(wanted)))
