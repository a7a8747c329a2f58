import { maxCaptionsBytes } from '@touchline/contract/captions.ts'
import { describe, expect, it } from 'vitest'
import { realFile } from '#testing/real-file.ts'
import { parseCaptions, toWebVtt as format } from './web-vtt.ts'

const toWebVtt = (content: string) => format(parseCaptions(content))

const cue = (from: string, to: string, words = 'Play on.') => `${from} --> ${to}\n${words}`

describe('captions files', () => {
  it('keeps times, settings and words, and leaves out notes, styles and whatever describes the file [PLAY-3]', () => {
    const given = [
      '\uFEFFWEBVTT - the second half\r\nKind: captions',
      'NOTE for the fourth official',
      'STYLE\n::cue { background: url(https://elsewhere.example/pixel) }',
      `the kick-off\n00:01.500 --> 00:04.000  line:0 align:start\n<v Ref>Whistle &amp; wait.</v>\nSecond line`,
      cue('00:00:04.000', '01:00:00.250'),
    ].join('\r\n\r\n')
    expect(toWebVtt(given)).toBe(
      'WEBVTT\n\n00:00:01.500 --> 00:00:04.000 line:0 align:start\n<v Ref>Whistle &amp; wait.</v>\nSecond line\n\n' +
        '00:00:04.000 --> 01:00:00.250\nPlay on.\n',
    )
  })

  it('takes SubRip as well, its colours left out and everything else as it reads [PLAY-3]', () => {
    const given =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\n<font color="#ff0">Fair & square</font>\r\n\r\n' +
      '2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}<i>5 < 6</i>\r\n'
    expect(toWebVtt(given)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nFair &amp; square\n\n' +
        '00:00:03.000 --> 00:00:04.000\n<i>5 &lt; 6</i>\n',
    )
  })

  it('ends a cue at an empty line alone: a line of blanks belongs to its words [PLAY-3]', async () => {
    const given = (await realFile('auto-captions-blank-line-with-space.vtt')).toString()
    expect(toWebVtt(given)).toBe(
      'WEBVTT\n\n00:00:00.160 --> 00:00:02.470 align:start position:0%\n \n' +
        'hello<00:00:00.400><c> and</c><00:00:00.560><c> welcome</c>\n\n' +
        '00:00:02.470 --> 00:00:02.480 align:start position:0%\nhello and welcome\n \n',
    )
  })

  it('reads cues right below the head, and lines that end in CR alone [PLAY-3]', () => {
    const given = `WEBVTT\rKind: captions\r00:01.000-->00:02.000\rPlay on.\r\r  \r\r00:02.000 --> 00:03.000\rHalf time.`
    expect(toWebVtt(given)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nPlay on.\n\n00:00:02.000 --> 00:00:03.000\nHalf time.\n',
    )
  })

  it('keeps notes, styles and regions out wherever they stand [PLAY-3]', () => {
    const given = [
      'WEBVTT',
      'REGION\nid:fred\nwidth:40%',
      'STYLE\n::cue(b) { color: peachpuff }',
      cue('00:01.000', '00:02.000'),
      'NOTE\none line\nand another',
      cue('00:02.000', '00:03.000', 'Half time.'),
    ].join('\n\n')
    expect(toWebVtt(given)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nPlay on.\n\n00:00:02.000 --> 00:00:03.000\nHalf time.\n',
    )
  })

  it.each([
    ['short milliseconds', '1\n00:00:01,5 --> 00:00:02,50\nHello'],
    ['no hours and no numbers', '00:01.500 --> 00:02.500\nHello'],
    ['no milliseconds on one side', '1\n0:0:1,5 --> 0:0:2.5\nHello\n\n'],
    ['a byte-order mark and empty lines above', '\uFEFF\n\n1\n00:00:01,500 --> 00:00:02,500\nHello'],
    ['the place of the cue behind its times', '1\n00:00:01,500 --> 00:00:02,500 X1:63 X2:223\nHello'],
    ['CR alone', '1\r00:00:01,500 --> 00:00:02,500\rHello\r'],
  ])('takes SubRip with %s [PLAY-3]', (_what, given) => {
    expect(toWebVtt(given)).toBe('WEBVTT\n\n00:00:01.500 --> 00:00:02.500\nHello\n')
  })

  it('takes SubRip whose cues follow each other at once, or hold empty lines [PLAY-3]', () => {
    const given =
      '1\n00:00:01,000 --> 00:00:02,000\nFour\n\n4\n \n2\n00:00:02,000 --> 00:00:03,000\nNil\n3\n00:00:03,000 --> 00:00:04,000\n'
    expect(toWebVtt(given)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nFour\n4\n\n00:00:02.000 --> 00:00:03.000\nNil\n',
    )
  })

  // Read anew from each beginning it takes minutes.
  it.each(['<font ', '{\\'])(
    'reads a file once, however often %s begins in it and never ends [T-IN-07]',
    (beginning) => {
      const endless = beginning.repeat(Math.floor(maxCaptionsBytes / beginning.length) - 100)
      expect(toWebVtt(`1\n00:00:01,000 --> 00:00:02,500\n${endless}\n`)).toContain(
        '00:00:01.000 --> 00:00:02.500',
      )
    },
    5_000,
  )

  const good = cue('00:01.000', '00:02.000')
  const wrong: [what: string, text: string, sentence: RegExp][] = [
    ['nothing at all', '', /begins with the word WEBVTT/],
    ['another kind of text', '<html>WEBVTT</html>', /begins with the word WEBVTT/],
    ['a word that only begins like it', `WEBVTTX\n\n${good}`, /begins with the word WEBVTT/],
    ['no captions', 'WEBVTT\n\nNOTE empty\n', /no captions in this file/],
    ['a head alone', 'WEBVTT', /no captions in this file/],
    ['NUL', `WEBVTT\n\n${good}\u0000`, /characters that no captions have/],
    ['a time that is none', `WEBVTT\n\n${cue('00:61.000', '01:02.000')}`, /^Line 3: this is not a time/],
    ['a time with a comma', `WEBVTT\n\n${cue('00:01,000', '00:02,000')}`, /^Line 3: this is not a time/],
    ['an end before its beginning', `WEBVTT\n\n${cue('00:05.000', '00:05.000')}`, /^Line 3: .* has to end/],
    [
      'a caption out of order',
      `WEBVTT\n\n${good}\n\nname\n${cue('00:00.500', '00:02.000')}`,
      /^Line 7: .* begins before/,
    ],
    ['words without a time', `WEBVTT\n\n${good}\n\nAdvantage`, /^Line 6: a caption without a time/],
    ['two captions run together', `WEBVTT\n\n${good}\n${good}`, /^Line 5: an empty line is missing/],
    ['settings that are none', `WEBVTT\n\n00:01.000 --> 00:02.000 <b>\nPlay`, /^Line 3: this is not a time/],
    [
      'SubRip with a time that is none',
      '1\n00:00:01;000 --> 00:00:02,000\nPlay',
      /^Line 2: .*"00:00:01,500 -->/,
    ],
    [
      'SubRip with a minute too many',
      '1\n00:60:01,000 --> 00:61:02,000\nPlay',
      /^Line 2: this is not a time/,
    ],
    ['SubRip out of order', '1\n00:00:05,000 --> 00:00:04,000\nPlay', /^Line 2: .* has to end/],
  ]
  for (const [what, text, sentence] of wrong)
    it(`refuses ${what}, and says where [PLAY-3]`, () => {
      expect(() => toWebVtt(text)).toThrow(sentence)
    })
})
