import { useSite } from '#site/site.ts'

type Props = { name: string; className: string }

/** The creator's picture, if there is one. The demo creator is drawn. */
export function Portrait({ name, className }: Props) {
  const { creator, features } = useSite()
  if (creator.portraitUrl)
    return (
      <img
        src={creator.portraitUrl}
        alt={`Portrait of ${name}`}
        className={`aspect-square object-cover ${className}`}
      />
    )
  return features.demo ? <DrawnPortrait name={name} className={className} /> : null
}

/** The demo creator: a referee in black under floodlights, one card in the air. */
function DrawnPortrait({ name, className }: Props) {
  return (
    <svg role="img" aria-label={`Portrait of ${name}, drawn`} viewBox="0 0 400 480" className={className}>
      <rect width="400" height="480" fill="#12241c" />
      <path d="M0 0h400L300 330H40z" fill="#1b3a2c" />
      <path d="M70 0h190L250 300H110z" fill="#27503c" opacity=".8" />
      <rect x="54" y="18" width="80" height="56" rx="6" fill="#0b1511" />
      <g fill="#f4f4ec">
        <circle cx="70" cy="34" r="7" />
        <circle cx="94" cy="34" r="7" />
        <circle cx="118" cy="34" r="7" />
        <circle cx="70" cy="58" r="7" />
        <circle cx="94" cy="58" r="7" />
        <circle cx="118" cy="58" r="7" />
      </g>
      <path d="M94 70v130" stroke="#0b1511" strokeWidth="7" />
      <path d="M0 330c60-26 120-36 200-36s140 10 200 36v150H0z" fill="#2f7a52" />
      <path d="M0 372c80-30 320-30 400 0" fill="none" stroke="#f4f4ec" strokeWidth="4" opacity=".75" />
      <path d="M262 300c14-60 24-110 28-176l40 4c-2 76-14 146-42 214z" fill="#10130f" />
      <path d="M290 132c-6-22-4-44 8-56l28 6c8 16 8 36 4 52z" fill="#b98262" />
      <path
        d="M292 84c-10-4-14 12-6 24"
        fill="none"
        stroke="#b98262"
        strokeWidth="13"
        strokeLinecap="round"
      />
      <rect x="286" y="8" width="54" height="76" rx="7" fill="#f6d236" transform="rotate(8 313 46)" />
      <path d="M84 480c2-92 12-140 50-160 22-12 46-16 72-16s56 4 76 18c32 22 34 78 36 158z" fill="#161a17" />
      <path d="M170 304l34 46 34-46-8-34h-54z" fill="#a87254" />
      <path d="M164 300l40 54-22 20-34-62zM244 300l-40 54 22 20 34-62z" fill="#2b322d" />
      <path d="M152 196c0-48 20-76 54-76s54 28 54 76c0 46-24 86-54 86s-54-40-54-86z" fill="#c48d6b" />
      <path d="M206 120c34 0 54 28 54 76 0 46-24 86-54 86z" fill="#b07a59" />
      <path
        d="M148 190c-8-54 18-88 60-88 44 0 66 34 56 88-4-26-14-40-28-48-22 8-48 8-66 0-12 10-19 24-22 48z"
        fill="#20201d"
      />
      <path d="M152 208c-12-6-14 24 4 30M260 208c12-6 14 24-4 30" fill="#b98262" />
      <path d="M174 190h20M220 190h20" stroke="#20201d" strokeWidth="6" strokeLinecap="round" />
      <path d="M184 204h.1M230 204h.1" stroke="#20201d" strokeWidth="8" strokeLinecap="round" />
      <path
        d="M208 206l-6 30h10M190 256c10 5 24 5 34 0"
        fill="none"
        stroke="#6f4630"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <rect x="126" y="386" width="48" height="44" rx="4" fill="none" stroke="#3b443e" strokeWidth="3" />
      <path d="M126 396h48" stroke="#3b443e" strokeWidth="3" />
      <circle cx="266" cy="406" r="19" fill="#61e68f" />
      <path d="M258 397v17h17M258 406a8 8 0 0 1 8 8" fill="none" stroke="#0b1511" strokeWidth="3" />
    </svg>
  )
}
