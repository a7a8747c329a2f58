import { readStored, writeStored } from '#ui/browser-storage.ts'

export type Choices = {
  volume: number
  isMuted: boolean
  speed: number
  hasCaptions: boolean
  captions: string | null
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

const usual: Choices = { volume: 1, isMuted: false, speed: 1, hasCaptions: false, captions: null }
const key = 'player'

function fromText(text: string | null): Partial<Record<keyof Choices, unknown>> {
  const stored: unknown = JSON.parse(text ?? '{}')
  return typeof stored === 'object' && stored !== null ? stored : {}
}

export function savedChoices(): Choices {
  try {
    const { volume, isMuted, speed, hasCaptions, captions } = fromText(readStored('local', key))
    return {
      volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : usual.volume,
      isMuted: isMuted === true,
      speed: typeof speed === 'number' && speeds.includes(speed) ? speed : usual.speed,
      hasCaptions: hasCaptions === true,
      captions: typeof captions === 'string' ? captions : null,
    }
  } catch {
    return usual
  }
}

export const saveChoices = (changes: Partial<Choices>) =>
  void writeStored('local', key, JSON.stringify({ ...savedChoices(), ...changes }))

const languageOf = (tag: string) => tag.split('-')[0]

/** Returns the last chosen language, one that the browser prefers, or the first. */
export function bestLanguage(there: string[], last: string | null): string | null {
  const wanted = [...(last ? [last] : []), ...navigator.languages]
  for (const tag of wanted) {
    const found =
      there.find((language) => language === tag) ??
      there.find((language) => languageOf(language) === languageOf(tag))
    if (found) return found
  }
  return there[0] ?? null
}
