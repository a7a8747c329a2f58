/** The surfaces of each theme that have text in the main color: page, card and inset (web/src/styles/tokens.css). */
export const themes = {
  dark: { surfaces: ['#0b1511', '#121f1a', '#1d2b26'], name: 'dark', onAccent: '#0b1511' },
  light: { surfaces: ['#f6f7f3', '#ffffff', '#e9efe8'], name: 'light', onAccent: '#ffffff' },
}

/** WCAG 2.2 requires it of text. */
const minContrast = 4.5

export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colors (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Says why a color cannot be the main one of a theme; null for one that can. */
export function findContrastProblem(color: string, theme: keyof typeof themes): string | null {
  const { surfaces, name, onAccent } = themes[theme]
  const least = Math.min(...[...surfaces, onAccent].map((surface) => contrast(color, surface)))
  if (least >= minContrast) return null
  const advice = theme === 'dark' ? 'Choose a lighter one.' : 'Choose a darker one.'
  // Rounded down, because 4.49 would read as 4.5.
  return `In the ${name} theme this colour has a contrast of ${Math.floor(least * 10) / 10} : 1; text needs ${minContrast} : 1. ${advice}`
}
