/** No real caption is longer. It bounds the words of one row of the index. */
const maxLength = 1000

const marks: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }

/** The text of a WebVTT cue in one line, as it is read: without tags, and with the characters that `&lt;` and others mean. */
export function withoutMarks(lines: string[]): string {
  const text = lines
    .join(' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => marks[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return Array.from(text).slice(0, maxLength).join('')
}
