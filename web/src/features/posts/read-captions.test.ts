import { describe, expect, it } from 'vitest'
import { readCaptions } from './read-captions.ts'

const cue = (words: string) => `1\r\n00:00:01,000 --> 00:00:02,500\r\n${words}\r\n`
const read = (bytes: Uint8Array<ArrayBuffer>, language = 'fr') => readCaptions(new Blob([bytes]), language)
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(text, (character) => character.charCodeAt(0)).reduce(
    (all, code, index) => {
      all[2 * index + (isBig ? 1 : 0)] = code
      return all
    },
    new Uint8Array(2 * text.length),
  )

describe('a captions file', () => {
  it('is read as UTF-8, else in the legacy encoding of its language [PLAY-3]', async () => {
    const text = cue('Séance terminée')
    expect(await read(new TextEncoder().encode(text))).toBe(text)
    expect(await read(latin(text))).toBe(text)
    expect(await read(latin('\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2'), 'ru')).toBe('Привет')
    expect(await read(Uint8Array.of(0x82, 0xb1, 0x82, 0xf1), 'ja')).toBe('こん')
  })

  it('is read as UTF-16 with and without a byte order mark [PLAY-3]', async () => {
    const text = cue('Séance terminée')
    for (const isBig of [false, true]) {
      expect(await read(utf16(text, isBig))).toBe(text)
      const mark = isBig ? [0xfe, 0xff] : [0xff, 0xfe]
      expect(await read(Uint8Array.from([...mark, ...utf16(text, isBig)]))).toBe(text)
    }
  })

  it('stays UTF-8 when a program broke its quotes [PLAY-3]', async () => {
    const broken = new TextEncoder().encode(cue('L\u0092été \u0096 fin\u0085'))
    expect(await read(broken)).toBe(cue('L’été – fin…'))
    expect(await read(new TextEncoder().encode(cue('L’été \u0090')))).toBeNull()
  })

  it('may end in the DOS end-of-file mark [PLAY-3]', async () => {
    expect(await read(latin(`${cue('Goal')}\u001a`))).toBe(cue('Goal'))
  })

  it('is refused when it is text in none of these encodings [PLAY-3]', async () => {
    expect(await read(Uint8Array.of(0x47, 0x81, 0x00, 0x8d))).toBeNull()
    expect(await read(Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0xff))).toBeNull()
    expect(await read(Uint8Array.of(0xff, 0xfe, 0x00, 0xd8))).toBeNull()
  })
})
