import { areaPath, chartScale, linePath } from './trend-shape.ts'

/** A value's course as a small line, from two points on. */
export function Sparkline({ label, values }: { label: string; values: (number | null)[] }) {
  const known = values.flatMap((value) => value ?? [])
  if (known.length < 2) return null
  const scale = chartScale(known, known.length)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="mt-auto h-8 w-full overflow-visible"
    >
      <path d={areaPath(known, scale)} className="fill-turf opacity-15" />
      <path
        d={linePath(known, scale)}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-turf stroke-2"
      />
    </svg>
  )
}
