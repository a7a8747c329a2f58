import type { Appearance } from '@stripe/stripe-js'
import type { Theme } from '#ui/theme.ts'

/** The site's colours by their names in Stripe's Appearance API. */
const tokens = {
  colorPrimary: '--turf',
  colorBackground: '--pitch',
  colorText: '--chalk',
  colorTextSecondary: '--muted',
  colorTextPlaceholder: '--muted',
  colorDanger: '--dismissal',
  accessibleColorOnColorPrimary: '--on-turf',
} as const

/** Converts any CSS colour to `#rrggbb`, because Stripe does not parse all of them. Null without a canvas. */
function toHex(colour: string): string | null {
  const paper = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!paper || colour === '') return null
  paper.fillStyle = colour
  paper.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = paper.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

export function appearanceIn(theme: Theme): Appearance {
  const style = getComputedStyle(document.documentElement)
  const colours = Object.entries(tokens).flatMap(([name, token]) => {
    const hex = toHex(style.getPropertyValue(token).trim())
    return hex ? [[name, hex] as const] : []
  })
  const edge = toHex(style.getPropertyValue('--edge').trim())
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      ...Object.fromEntries(colours),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '8px',
      spacingUnit: '4px',
    },
    rules: {
      '.Label': { fontWeight: '600', fontSize: '15px' },
      ...(edge ? { '.Input': { border: `1px solid ${edge}` }, '.Tab': { border: `1px solid ${edge}` } } : {}),
    },
  }
}
