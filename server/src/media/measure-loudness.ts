import type { MediaPrograms } from './media-programs.ts'
import { inputArgs } from './probed-file.ts'

const bars = 120
const samplesPerSecond = 8000
const samplesPerPeak = 400
/** Of 32,768. Quieter recordings count as silent. */
const audible = 64

const loudestOf = (peaks: number[]) => peaks.reduce((max, peak) => Math.max(max, peak), 0)

/** The peak of each of `bars` equal sections, relative to the overall peak (100). A silent recording is all zeros. */
export function toWaveform(peaks: number[]): number[] {
  const top = loudestOf(peaks)
  return Array.from({ length: bars }, (_bar, index) => {
    const from = Math.floor((index * peaks.length) / bars)
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / bars))
    return top < audible ? 0 : Math.round((100 * loudestOf(peaks.slice(from, to))) / top)
  })
}

/** The waveform of a silent recording. */
export const silence = toWaveform([])

/** Measures the waveform of the recording `whole` in `folder`: 120 values, 0 to 100. */
export async function measureLoudness(
  programs: Pick<MediaPrograms, 'run'>,
  { folder, mimeType, signal }: { folder: string; mimeType: string; signal: AbortSignal },
): Promise<number[]> {
  const peaks: number[] = []
  let peak = 0
  let samples = 0
  let odd: Buffer = Buffer.alloc(0)
  const onOutput = (chunk: Buffer) => {
    const bytes = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk
    const even = bytes.length - (bytes.length % 2)
    for (let at = 0; at < even; at += 2) {
      peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)))
      samples += 1
      if (samples < samplesPerPeak) continue
      peaks.push(peak)
      peak = 0
      samples = 0
    }
    odd = bytes.subarray(even)
  }
  const args = ['-nostdin', '-v', 'error', ...inputArgs(mimeType), '-i', 'whole', '-map', '0:a:0']
  const raw = ['-ac', '1', '-ar', String(samplesPerSecond), '-f', 's16le', 'pipe:1']
  await programs.run('ffmpeg', [...args, ...raw], { folder, signal, onOutput })
  return toWaveform(peaks)
}
