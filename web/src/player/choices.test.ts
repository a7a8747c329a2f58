import { afterEach, describe, expect, it } from 'vitest'
import { bestLanguage, saveChoices, savedChoices } from './choices.ts'

const usual = { volume: 1, isMuted: false, speed: 1, hasCaptions: false, captions: null }

afterEach(() => localStorage.clear())

describe('playback preferences', () => {
  it('stores each choice in the browser [PLAY-1]', () => {
    expect(savedChoices()).toEqual(usual)
    saveChoices({ volume: 0.4, speed: 1.5 })
    saveChoices({ hasCaptions: true, captions: 'de' })
    expect(savedChoices()).toEqual({ ...usual, volume: 0.4, speed: 1.5, hasCaptions: true, captions: 'de' })
  })

  it('falls back to defaults for invalid stored values [PLAY-1]', () => {
    for (const text of [
      '{',
      'null',
      '7',
      '{"volume":7,"speed":"fast","isMuted":1,"captions":4}',
      '{"speed":9}',
    ]) {
      localStorage.setItem('player', text)
      expect(savedChoices()).toEqual(usual)
    }
  })

  it("prefers the last caption language, then the browser's, then the first [PLAY-3]", () => {
    expect(navigator.languages.some((tag) => tag.startsWith('en'))).toBe(true)
    expect(bestLanguage(['de', 'en-GB', 'fr'], 'fr')).toBe('fr')
    expect(bestLanguage(['de', 'fr-CA'], 'fr')).toBe('fr-CA')
    expect(bestLanguage(['de', 'en-GB'], 'fr')).toBe('en-GB')
    expect(bestLanguage(['de', 'fr'], null)).toBe('de')
    expect(bestLanguage([], 'de')).toBeNull()
  })
})
