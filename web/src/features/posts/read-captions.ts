/** Legacy encodings by language, from the HTML standard. */
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

/** Control characters that never occur in text. */
// oxlint-disable-next-line no-control-regex -- matching them is the purpose
const notText = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]/

/** Some programs store the quotes and dashes of Windows-1252 as control characters. */
const fromWindows = (signs: string) =>
  new TextDecoder('windows-1252').decode(Uint8Array.from(signs, (sign) => sign.charCodeAt(0)))

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The text without the end mark of DOS; null if it has characters that never occur in text. */
function plain(text: string): string | null {
  const end = text.endsWith('\u001a') ? -1 : undefined
  const repaired = text.slice(0, end).replaceAll(/[\u0080-\u009f]+/g, fromWindows)
  return notText.test(repaired) ? null : repaired
}

/** Detects UTF-16 by its byte order mark, or by a zero byte. */
function encodingsFor([first, second]: Uint8Array, language: string): string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  if (second === 0) return ['utf-16le']
  if (first === 0) return ['utf-16be']
  return ['utf-8', oldEncodings[language] ?? 'windows-1252']
}

export async function readCaptions(file: Blob, language: string): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  for (const encoding of encodingsFor(bytes, language)) {
    const text = decode(bytes, encoding)
    // Text that is valid in one encoding would be read wrongly in the next.
    if (text !== null) return plain(text)
  }
  return null
}
