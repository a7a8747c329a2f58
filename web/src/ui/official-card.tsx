import { clsx } from 'clsx'

/** `blue` is a decision under review, `violet` a heart. */
export type CardColour = 'green' | 'yellow' | 'red' | 'blue' | 'violet' | 'white'

const looks: Record<CardColour, string> = {
  green: 'bg-turf text-on-turf',
  yellow: 'bg-caution-fill text-on-caution',
  red: 'bg-dismissal text-on-dismissal',
  blue: 'bg-review text-pitch',
  violet: 'bg-heart text-pitch',
  white: 'bg-chalk text-pitch',
}

const glyphs: Record<CardColour, string> = {
  green: 'M2 6.5 5 9.5 10 2.5',
  yellow: 'M6 1.2v5.3M6 10.4v.2',
  red: 'M2.5 2.5l7 7M9.5 2.5l-7 7',
  blue: 'M1.5 2.5h9v7h-9z',
  violet: 'M6 10 2 6C0.5 4 3.5 1 6 3.6 8.5 1 11.5 4 10 6z',
  white: 'M6 5v5M6 1.7v.6',
}

/** A small tilted card whose colour and glyph show a status. The word belongs next to it. */
export function OfficialCard({ colour, className }: { colour: CardColour; className?: string }) {
  return (
    <span aria-hidden className={clsx('official-card', looks[colour], className)}>
      <svg viewBox="0 0 12 12" strokeLinecap="round" strokeLinejoin="round">
        <path d={glyphs[colour]} />
      </svg>
    </span>
  )
}
