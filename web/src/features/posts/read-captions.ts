/** What browsers take a text without a declared encoding for, by its language, as the HTML standard lists it. */
const oldEncodings: Record<string, string> = {
  ar: 'windows-1256',
  bg: 'windows-1251',
  cs: 'windows-1250',
  el: 'windows-1253',
  et: 'windows-1257',
  fa: 'windows-1256',
  he: 'windows-1255',
  hr: 'windows-1250',
  hu: 'windows-1250',
  ja: 'shift_jis',
  ko: 'euc-kr',
  lt: 'windows-1257',
  lv: 'windows-1257',
  pl: 'windows-1250',
  ro: 'windows-1250',
  ru: 'windows-1251',
  sk: 'windows-1250',
  sl: 'windows-1250',
  sr: 'windows-1251',
  th: 'windows-874',
  tr: 'windows-1254',
  uk: 'windows-1251',
  vi: 'windows-1258',
  'zh-Hans': 'gb18030',
  'zh-Hant': 'big5',
}

/** Control characters that no text has; a tab and line ends are none. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const notText = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]/

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return notText.test(text) ? null : text
  } catch {
    return null
  }
}

/** UTF-16 by its mark, or by the zeros that half of its bytes are in most languages. */
function encodingsFor([first, second]: Uint8Array, language: string): string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  if (second === 0) return ['utf-16le']
  if (first === 0) return ['utf-16be']
  return ['utf-8', oldEncodings[language] ?? 'windows-1252']
}

/** The text of a captions file in a language, whatever it is encoded in; null when it is no text. */
export async function readCaptions(file: Blob, language: string): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  for (const encoding of encodingsFor(bytes, language)) {
    const text = decoded(bytes, encoding)
    if (text !== null) return text
  }
  return null
}
