import { isPlainHevc, isPlayedEverywhere, type ProbedFile, shortSideOf } from './probed-file.ts'

/**
 * One size of a stream; `side` is its short side. Copied tracks are only repackaged. `isHevc` is an original that some
 * browsers play, beside the sizes in H.264.
 */
export type Rendition = {
  side: number
  isHevc: boolean
  copiesVideo: boolean
  copiesAudio: boolean
  kilobits: number
}

/** The name of a rendition's playlist, with which the names of its segments begin. */
export const playlistName = ({ side, isHevc }: Pick<Rendition, 'side' | 'isHevc'>) =>
  isHevc ? 'stream-hevc' : `stream-${side}`

const sides = [1080, 720, 360]
const visiblySmaller = 0.8
const bitrates: [side: number, kilobits: number][] = [
  [1080, 5000],
  [720, 2800],
  [540, 1800],
  [360, 800],
  [0, 500],
]
const kilobitsFor = (side: number) => bitrates.find(([from]) => side >= from)![1]

/** Members' connections carry this much, whatever the size. */
const lightKilobits = 4000
/** Segments begin with keyframes, and players read them completely. */
const maxCopiedKeyframeSeconds = 10
/** What a phone records in 4K, which viewers have to choose. */
const largeKilobits = 25_000

/** The short sides of a stream: the original up to 1080, then visibly smaller ones. */
function streamSides(video: { width: number; height: number }): number[] {
  const own = Math.min(shortSideOf(video), sides[0]!)
  const largest = own - (own % 2)
  return [largest, ...sides.filter((side) => side <= largest * visiblySmaller)]
}

/** Whether members' connections carry the original, and players find a keyframe soon. */
function isLight({ video, durationMs }: ProbedFile, bytes: number): boolean {
  if (!video || !durationMs) return false
  const side = shortSideOf(video)
  const limit = side > sides[0]! ? largeKilobits : Math.max(lightKilobits, 2 * kilobitsFor(side))
  return (8 * bytes) / durationMs <= limit && video.keyframeSeconds <= maxCopiedKeyframeSeconds
}

/**
 * The renditions of a video in the order in which they are made: first the original where it only needs repackaging,
 * then from the smallest to the largest; an HEVC original comes second. `bytes` is the size of the file.
 */
export function renditionsOf(probed: ProbedFile, bytes: number): Rendition[] {
  const { video, audio } = probed
  if (!video) return []
  const copiesAudio = audio?.codec === 'aac'
  const [largest = 2, ...smaller] = streamSides(video)
  const encoded = (side: number): Rendition => ({
    side,
    isHevc: false,
    copiesVideo: false,
    copiesAudio,
    kilobits: kilobitsFor(side),
  })
  const ascending = smaller.toReversed().map(encoded)
  const mayCopy = isLight(probed, bytes)
  if (mayCopy && isPlayedEverywhere(video) && shortSideOf(video) <= sides[0]!)
    return [{ ...encoded(largest), copiesVideo: true }, ...ascending]
  const all = [...ascending, encoded(largest)]
  const original = { ...encoded(shortSideOf(video)), isHevc: true, copiesVideo: true }
  return mayCopy && isPlainHevc(video) ? all.toSpliced(1, 0, original) : all
}

const copyBytesPerSecond = 40_000_000
const overheadSeconds = 4
/** Seconds of one core per second of film. */
const costs: [side: number, seconds: number][] = [
  [1080, 1.6],
  [720, 1],
  [540, 0.6],
  [0, 0.4],
]
const audioCost = 1 / 60

/** About how many seconds of one core a rendition takes. */
export function renditionSeconds(
  { side, copiesVideo }: Rendition,
  { durationMs }: ProbedFile,
  bytes: number,
): number {
  const seconds = (durationMs ?? 0) / 1000
  const cost = costs.find(([from]) => side >= from)![1]
  return overheadSeconds + (copiesVideo ? bytes / copyBytesPerSecond : cost * seconds)
}

/** The same for a recording. */
export const recordingSeconds = ({ durationMs }: ProbedFile): number =>
  overheadSeconds + audioCost * ((durationMs ?? 0) / 1000)
