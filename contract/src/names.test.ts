import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { emailAddress, login } from './accounts.ts'
import { optionalName, personName, safeName } from './names.ts'
import { optionalLine, requiredText } from './text.ts'

const name = personName(60, 'First name is required')
const accepted = (schema: z.ZodMiniType<string>, text: string) => {
  const { success, data } = schema.safeParse(text)
  return success ? data : null
}
const problemOf = (schema: z.ZodMiniType<string>, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message

describe('a name that others are shown', () => {
  it.each([
    'Mina',
    'Mary Ann',
    "O'Brien",
    'O’Brien',
    '’t Hooft',
    'Jean-Luc',
    'J. R. R.',
    'J.R.R.',
    'St. John',
    'Łukasz',
    'Nguyễn Thị',
    'Ærø',
    'Дарья',
    'Ευγενία',
    'Հայկ',
    'محمد',
    'בן־דוד'.replace('־', '-'),
    'अमित',
    'ประเสริฐ',
    '김민수',
    '山田 太郎',
    'エレーヌ',
    'さくら子',
    '李小龙 Bruce',
    'ᏣᎳᎩ',
    'ⴰⵎⴰⵣⵉⵖ',
    'ශ්\u200dරියානි',
    'രാജന്\u200d',
    'র\u09cd\u200dযাব',
    'علی\u200cرضا',
    'Gal·la',
    'マイケル・ジャクソン',
    '买买提·阿不都',
    'ʻIolani',
  ])('may be %s', (text) => {
    expect(accepted(name, text)).toBe(text)
  })

  it.each([
    ['e\u0301', 'é'],
    ['\u202aMina\u202c', 'Mina'],
    ['\ufeffMina', 'Mina'],
    ['Mary\u00a0Ann', 'Mary Ann'],
    ['  Mina ', 'Mina'],
    ['Ｍｉｎａ', 'Mina'],
    ['𝐌𝐢𝐧𝐚', 'Mina'],
    ['Jean‑Luc', 'Jean-Luc'],
    ['OʼBrien', 'O’Brien'],
    ['O`Brien', 'O’Brien'],
    ['O´Brien', 'O’Brien'],
    ['O′Brien', 'O’Brien'],
    ['ג׳ורג׳', 'ג’ורג’'],
    ['בן־דוד', 'בן-דוד'],
    ['Jean–Luc', 'Jean-Luc'],
    ['マイケル･ジャクソン', 'マイケル・ジャクソン'],
    ['葛\u{e0100}城', '葛城'],
    ['രാജന്\u200d\u200d \u2069', 'രാജന്\u200d'],
  ])('is tidied: %j becomes %j', (typed, stored) => {
    expect(accepted(name, typed)).toBe(stored)
  })

  it.each([
    'Your card failed: http://evil.example/pay',
    'evil.example',
    'www.evil.example',
    'x.com',
    'me@evil.example',
    'Sam2',
    'Ann\nBcc: x',
    'Ann\rLee',
    'Ann\u2028Lee',
    'Ann\tLee',
    'Ann\u0007Lee',
    'Ann\u007fLee',
    'Ann\u0000Lee',
    'A\u200bnn',
    'A\u200dnn',
    'عل\u200dی',
    'A\u200cnn',
    'ශ\u200dර',
    'Ann·',
    '·Ann',
    'Ann··Lee',
    'Ann · Lee',
    'A\u00adnn',
    'Ann\u202eeeL',
    'A\u034fnn',
    'A\u115fnn',
    'A\u3164nn',
    'A\ufe0fnn',
    'A\u{e0041}nn',
    'Ann \u2063Lee',
    'Mаrk',
    'Αnna',
    'Տam',
    'Ꮪam',
    'Ann “Lee”',
    '✓ Sam',
    'Sam ⚽',
    '=Sam',
    '-Sam',
    '---',
    "'",
    '.',
    'Z' + '\u0311'.repeat(5),
    'A\u20ddnn',
    'Ann;Lee',
    'Ann, Lee',
    '<b>Ann</b>',
    'x'.repeat(61),
  ])('may not be %j', (text) => {
    expect(problemOf(name, text)).toMatch(/^Please |cannot be stored/)
  })

  it.each(['', ' ', '\u200b', '\u00a0', '\u202a\u202c', '\ufeff', '\n'])('is required: %j', (text) => {
    expect(problemOf(name, text)).toBe('First name is required')
  })

  it.each(['\u2800', '\u3164', '\u115f\u1160', '\uffa0', '\ufe0f', '\u0301'])('is visible: %j', (text) => {
    expect(accepted(name, text)).toBeNull()
    expect(accepted(optionalName(60), text)).toBeNull()
  })

  it('is shown in one line without invisible characters, whatever an old row holds', () => {
    expect(safeName('Ann\r\nLee')).toBe('Ann Lee')
    expect(safeName('A\u202en\u0007n')).toBe('An n')
    expect(safeName('\u3164\u2800')).toBe('')
    expect(safeName('“Ann”, replied')).toBe('Ann, replied')
    expect(safeName('ශ්\u200dරි\u200b علی\u200cرضا')).toBe('ශ්\u200dරි علی\u200cرضا')
  })
})

describe('an email address', () => {
  it.each([
    'ann@club.example',
    'o’hara@club.example',
    'jörg@bücher.example',
    'анна@почта.рф',
    '太郎@例え.jp',
    'a.b+c@d.example',
    'ann..lee.@docomo.example',
    "o'hara_&{x}%y@club.example",
    'ann@xn--bcher-kva.example',
  ])('may be %s', (text) => {
    expect(accepted(emailAddress, text)).toBe(text)
  })

  it.each([
    '\u202aAnn@Club.example\u202c',
    '\u2068ann@club.example\u2069\u200b',
    '\ufeffann@club.example\u00a0',
  ])('loses what paste brings along around it: %j', (text) => {
    expect(accepted(emailAddress, text)).toBe('ann@club.example')
    expect(login.body?.parse({ email: text, password: 'x' }).email).toBe('ann@club.example')
  })

  it('signs in with composed and decomposed characters alike', () => {
    const typed = 'Jo\u0308rg@club.example'
    expect(login.body?.parse({ email: typed, password: 'x' }).email).toBe(accepted(emailAddress, typed))
  })

  it.each([
    'ann@[127.0.0.1]',
    'ann@127.0.0.1',
    'ann@club..example',
    'ann@.club.example',
    'ann@-club.example',
    'ann@club-.example',
    `ann@${'a'.repeat(64)}.example`,
    'ann@[IPv6:::1].example',
    'admin\u200b@club.example',
    'admin\u00ad@club.example',
    'ad\u202emin@club.example',
    'admin\u0001@club.example',
    'admin\u3164@club.example',
    'admin@cl\u2060ub.example',
    'аdmin@club.example',
    'admin@сlub.example',
    'ａdmin@club.example',
    'admin\u00a0x@club.example',
  ])('may not be %j', (text) => {
    expect(problemOf(emailAddress, text)).toBe('Email is invalid')
  })
})

describe('free text', () => {
  const text = requiredText(100, 'Write a comment first.')

  it.each([
    '👩‍👩‍👧‍👦',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '👍🏽',
    '🇨🇦',
    '1️⃣',
    'ཧྐྵྨླྺྼྻྂ',
    '❤️',
    'می‌خواهم',
    'ക്‍ഷ',
    'two\nlines',
    'a\tb',
    '😀',
    '\u200fשלום',
    '.',
  ])('keeps %j', (typed) => {
    expect(accepted(text, typed)).toBe(typed)
  })

  it.each([
    ['Goal\u0007!', 'Goal!'],
    ['\u202egpj.exe\u202c', 'gpj.exe'],
    ['\ufeffGoal', 'Goal'],
    ['a\u009fb', 'ab'],
    ['\u2067Goal', 'Goal'],
    ['a\uffffb', 'ab'],
    ['Z\u0351'.concat('\u0351'.repeat(300), 'algo'), 'Z'.concat('\u0351'.repeat(8), 'algo')],
  ])('loses control characters and direction overrides: %j', (typed, stored) => {
    expect(accepted(text, typed)).toBe(stored)
  })

  it.each([
    '\u200b',
    '\u2800',
    '\u3164',
    '\u200d\u200d',
    '\u00ad',
    '\ufe0f',
    '\u2060 \u200b',
    '\u0007',
    '\u{e0041}',
    '\ufffc',
    '\u{1d159}',
    '\u{13441}',
    '\u0301',
    '\uffff',
  ])('is refused when it shows nothing: %j', (typed) => {
    expect(problemOf(text, typed)).toBe('Write a comment first.')
  })

  it('holds a place in one line', () => {
    expect(accepted(optionalLine(100), 'Leeds,\r\nUK')).toBe('Leeds, UK')
    expect(accepted(optionalLine(100), '\u200b')).toBe('')
  })
})
