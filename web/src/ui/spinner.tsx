import { useFirstContent } from './first-content.ts'

export function Spinner({ label, size = 40 }: { label: string; size?: number }) {
  return (
    <output className="inline-grid place-items-center">
      <svg width={size} height={size} viewBox="0 0 40 40" fill="none" strokeWidth="2.5" aria-hidden>
        <circle cx="20" cy="20" r="17" className="stroke-line" />
        <circle cx="20" cy="20" r="2" className="fill-line" />
        <g className="spinner origin-center">
          <path d="M20 3a17 17 0 0 1 17 17" className="stroke-turf" strokeLinecap="round" />
        </g>
      </svg>
      {/* In a font of the system: ours would be loaded before the scripts. */}
      <span className="sr-only font-serif">{label}</span>
    </output>
  )
}

export function FullSpinner({ label = 'Loading' }: { label?: string }) {
  useFirstContent()
  return (
    <div className="pointer-events-none fixed inset-0 grid place-items-center">
      <Spinner label={label} size={56} />
    </div>
  )
}
