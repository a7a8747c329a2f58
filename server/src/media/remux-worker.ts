import { statSync } from 'node:fs'
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
import type { RemuxResponse } from './remux.ts'

// The child process of remux.ts: repackages `source` in the working folder as `whole`.
/** Up to this size the index of an MP4 is written in front, which takes as much memory. */
const maxInMemoryBytes = 256 * 1024 * 1024
const sampledPackets = 5000
const fastStart = () => (statSync('source').size > maxInMemoryBytes ? false : 'in-memory')

const outputs = {
  'video/mp4': () => new Mp4OutputFormat({ fastStart: fastStart() }),
  'audio/mp4': () => new Mp4OutputFormat({ fastStart: fastStart() }),
  'video/webm': () => new WebMOutputFormat(),
  'audio/webm': () => new WebMOutputFormat(),
  'audio/flac': () => new FlacOutputFormat(),
  'audio/mpeg': () => new Mp3OutputFormat(),
  'audio/wav': () => new WavOutputFormat(),
  'audio/ogg': () => new OggOutputFormat(),
}

const isKnown = (mimeType: string | undefined): mimeType is keyof typeof outputs =>
  mimeType !== undefined && mimeType in outputs

async function repackage(mimeType: keyof typeof outputs): Promise<RemuxResponse> {
  const formats = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, FLAC, ADTS]
  const input = new Input({ source: new FilePathSource('source'), formats })
  const output = new Output({ format: outputs[mimeType](), target: new FilePathTarget('whole') })
  // The pictures in an audio file are its cover or its chapters.
  const isRecording = mimeType.startsWith('audio/')
  const video = isRecording ? null : await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  // Keep the first video and audio track, unchanged and without metadata.
  const conversion = await Conversion.init({
    input,
    output,
    tags: {},
    showWarnings: false,
    video: (_track, n) => ({ discard: isRecording || n > 1 }),
    audio: (_track, n) => ({ discard: n > 1 }),
  })
  const lost = conversion.discardedTracks.find(({ track }) => track === video || track === audio)
  if (lost) return { isLost: true }
  if (!conversion.isValid) throw new Error('the file has no tracks')
  await conversion.execute()
  // A file that ends before its first frame leaves a track without content, which is not written.
  const made = new Input({ source: new FilePathSource('whole'), formats })
  if (video ? !(await made.getPrimaryVideoTrack()) : (await made.getTracks()).length === 0)
    throw new Error('the file ends before its content')
  const packets = await video?.computePacketStats(sampledPackets)
  const tracks = [video, audio].filter((track) => track !== null)
  // Time before the first picture and sound does not count.
  const seconds = (await input.computeDuration()) - Math.max(0, await input.getFirstTimestamp(tracks))
  return {
    isLost: false,
    durationMs: Math.round(seconds * 1000),
    video: video && {
      codec: video.codec ?? '',
      width: video.displayWidth,
      height: video.displayHeight,
      frames: packets ? Math.max(packets.packetCount, Math.round(packets.averagePacketRate * seconds)) : 0,
      framesPerSecond: packets?.averagePacketRate ?? 0,
    },
    audio: audio && { codec: audio.codec ?? '' },
  }
}

const [mimeType] = process.argv.slice(2)
if (!isKnown(mimeType)) throw new Error(`unsupported output type ${mimeType}`)
process.stdout.write(JSON.stringify(await repackage(mimeType)))
