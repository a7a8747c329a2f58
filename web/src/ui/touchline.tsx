type Props = { drawn?: boolean; className?: string }

/** A rule that ends in a corner arc. `drawn` animates it once. */
export function Touchline({ drawn = false, className }: Props) {
  const line = drawn ? 'chalk-in' : ''
  return (
    <span aria-hidden className={`flex items-end ${className ?? ''}`}>
      <svg viewBox="0 0 20 20" className="size-5 shrink-0 fill-none stroke-line stroke-2">
        <path d="M1 1v18h19M1 5a14 14 0 0 1 14 14" pathLength="1" className={line} />
      </svg>
      <span className="h-0.5 flex-1 bg-line" />
    </span>
  )
}
