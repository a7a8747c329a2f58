type Props = { loudness: number[]; /** How much of it was played, 0 to 1. */ played: number }

const step = 4
const barWidth = 2.6

const toPath = (loudness: number[]) =>
  loudness
    .map((value, index) => {
      const height = Math.max(4, value)
      return `M${index * step} ${(100 - height) / 2}h${barWidth}v${height}h${-barWidth}z`
    })
    .join('')

/** The waveform of a recording; the played part is tinted. */
export function Waveform({ loudness, played }: Props) {
  const path = toPath(loudness)
  const box = `0 0 ${loudness.length * step} 100`
  return (
    <>
      <svg
        aria-hidden
        viewBox={box}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full fill-edge"
      >
        <path d={path} />
      </svg>
      <svg
        aria-hidden
        viewBox={box}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full fill-turf"
        style={{ clipPath: `inset(0 ${100 - 100 * played}% 0 0)` }}
      >
        <path d={path} />
      </svg>
    </>
  )
}
