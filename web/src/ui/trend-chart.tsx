import { clsx } from 'clsx'
import { type PointerEvent, type ReactNode, useId, useState } from 'react'
import { areaPath, isLabelled, linePath, type ChartScale, chartScale, nearestPoint } from './trend-shape.ts'
import { TrendTable, type TrendPoint, type TrendSeries } from './trend-table.tsx'
import { looks } from './trend-look.ts'

type Props = {
  label: string
  points: TrendPoint[]
  series: TrendSeries[]
  /** Formats a value in full: `$12.99`. */
  format: (value: number) => string
  /** Formats a value for the axis: `$1.2K`. Defaults to `format`. */
  formatTick?: (value: number) => string
  renderBelow?: (index: number) => ReactNode
}

/** A chart with an equivalent table. It is one tab stop: arrow keys move between points, which are read. */
export function TrendChart({ label, points, series, format, formatTick = format, renderBelow }: Props) {
  const [chosen, setChosen] = useState(points.length - 1)
  const sliderId = useId()
  const count = points.length
  // Fewer points than before may have come.
  const index = Math.min(chosen, count - 1)
  const point = points[index]
  if (!point) return null

  const places = chartScale(
    series.flatMap(({ values }) => values),
    count,
  )
  const said = series.map(({ name, values }) => `${name} ${format(values[index] ?? 0)}`).join(', ')
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setChosen(nearestPoint((clientX - left) / width, count))
  }

  return (
    <figure aria-label={label}>
      <output htmlFor={sliderId} aria-live="off" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <span className="font-semibold">{point.name}</span>
        {series.map(({ name, look, mark, values }) => (
          <span key={name} className="flex items-center gap-2">
            <Swatch look={look} mark={mark} />
            <span className="text-muted">{name}</span>
            <span className="board">{format(values[index] ?? 0)}</span>
          </span>
        ))}
      </output>
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <Axis places={places} format={formatTick} />
        <div
          onPointerMove={follow}
          onPointerDown={follow}
          className="relative h-56 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-turf"
        >
          <Plot places={places} series={series} index={index} count={count} />
          <input
            id={sliderId}
            type="range"
            aria-label={label}
            aria-valuetext={`${point.name}: ${said}`}
            min={0}
            max={count - 1}
            value={index}
            onChange={({ target }) => setChosen(Number(target.value))}
            className="pointer-events-none absolute inset-0 size-full opacity-0"
          />
        </div>
        <Names points={points} places={places} index={index} />
      </div>
      <div className="mt-1 flex flex-wrap gap-x-4 text-sm">
        {renderBelow ? <div className="flex flex-wrap gap-x-4 print:hidden">{renderBelow(index)}</div> : null}
        <TrendTable label={label} points={points} series={series} format={format} />
      </div>
    </figure>
  )
}

function Swatch({ look, mark }: Pick<TrendSeries, 'look' | 'mark'>) {
  return (
    <svg aria-hidden viewBox="0 0 20 10" className={clsx('h-2.5 w-5', looks[look].swatch)}>
      {mark === 'bars' ? (
        <rect x="5" width="10" height="10" className="fill-current" />
      ) : (
        <path
          d="M0 5h20"
          className="stroke-current stroke-3"
          strokeDasharray={mark === 'dashes' ? '5 3' : undefined}
        />
      )}
    </svg>
  )
}

function Axis({ places, format }: { places: ChartScale; format: (value: number) => string }) {
  const names = places.ticks.map((value) => ({ value, text: format(value) }))
  return (
    <div aria-hidden className="relative text-right text-xs text-muted">
      {names.map(({ value, text }) => (
        <span
          key={value}
          className="absolute right-0 -translate-y-1/2 whitespace-nowrap"
          style={{ top: `${places.y(value)}%` }}
        >
          {text}
        </span>
      ))}
      {/* Reserves room, because the labels are positioned absolutely. */}
      {names.map(({ value, text }) => (
        <span key={value} className="invisible block h-0 overflow-hidden whitespace-nowrap">
          {text}
        </span>
      ))}
    </div>
  )
}

type PlotProps = { places: ChartScale; series: TrendSeries[]; index: number; count: number }

/** The inner SVG is stretched to the plot, so it holds only lines. */
function Plot({ places, series, index, count }: PlotProps) {
  const { x, y } = places
  const at = `${x(index)}%`
  return (
    <svg aria-hidden className="absolute inset-0 size-full overflow-visible">
      {places.ticks.map((value) => (
        <line
          key={value}
          x1="0"
          x2="100%"
          y1={`${y(value)}%`}
          y2={`${y(value)}%`}
          className={value === 0 ? 'stroke-edge' : 'stroke-line'}
        />
      ))}
      <line x1={at} x2={at} y1="0" y2="100%" className="stroke-edge print:hidden" strokeDasharray="2 4" />
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="overflow-visible">
        {series.map((one) => (
          <Mark key={one.name} places={places} count={count} {...one} />
        ))}
      </svg>
      {series
        .filter(({ mark }) => mark !== 'bars')
        .map(({ name, look, values }) =>
          values.map((value, place) => (
            <circle
              // oxlint-disable-next-line react/no-array-index-key -- a point is its place in time
              key={`${name} ${place}`}
              cx={`${x(place)}%`}
              cy={`${y(value)}%`}
              r={place === index ? 6 : count > 12 ? 0 : 3.5}
              className={clsx('fill-stand stroke-2', looks[look].stroke)}
            />
          )),
        )}
    </svg>
  )
}

/** In percent of the width, for charts with few bars. */
const widestBar = 12

function Mark({ places, count, look, mark, values }: TrendSeries & { places: ChartScale; count: number }) {
  const { stroke, fill } = looks[look]
  const width = Math.min(56 / count, widestBar)
  if (mark === 'bars')
    return values.map((value, place) => (
      <rect
        // oxlint-disable-next-line react/no-array-index-key -- a bar is its place in time
        key={place}
        x={places.x(place) - width / 2}
        y={Math.min(places.y(0), places.y(value))}
        width={width}
        height={Math.abs(places.y(0) - places.y(value))}
        className={fill}
      />
    ))
  return (
    <>
      {mark === 'area' ? <path d={areaPath(values, places)} className={clsx(fill, 'opacity-15')} /> : null}
      <path
        d={linePath(values, places)}
        vectorEffect="non-scaling-stroke"
        strokeDasharray={mark === 'dashes' ? '6 4' : undefined}
        className={clsx('fill-none stroke-[2.5]', stroke)}
      />
    </>
  )
}

type NamesProps = { points: TrendPoint[]; places: ChartScale; index: number }

function Names({ points, places, index }: NamesProps) {
  return (
    <div aria-hidden className="relative col-start-2 mt-2 h-6 text-xs text-muted">
      {points.map(({ name, short }, place) => (
        <span
          key={name}
          style={{ left: `${places.x(place)}%` }}
          className={clsx(
            'absolute -translate-x-1/2 whitespace-nowrap',
            place === index && 'font-semibold text-chalk',
            !isLabelled(place, points.length, 'narrow') && 'max-sm:hidden',
            !isLabelled(place, points.length, 'wide') && 'sm:hidden',
          )}
        >
          {short}
        </span>
      ))}
    </div>
  )
}
