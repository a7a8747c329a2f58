export type Chapter = { at: number; title: string }

const line = /^[\s>*•-]*(?:\d+\.\s+)?\(?(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)\)?\s+(?:[-–—:|]\s+)?(\S.*)$/

/** A line of Markdown without its marks, escapes and hard line break. */
const plainTitle = (title: string) =>
  title
    .replace(/\\$/, '')
    .replaceAll(/(?<!\\)(\*\*|__|\*|_)(\S.*?)(?<!\\)\1/g, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim()

/**
 * The chapters of a film: the lines of its text that begin with a time. They count when there are at least two, in
 * order, before the end.
 */
export function chaptersIn(text: string, seconds: number): Chapter[] {
  const chapters = text.split('\n').flatMap((one) => {
    const [, hours = '0', minutes, rest, title] = line.exec(one) ?? []
    if (!title) return []
    return [{ at: Number(hours) * 3600 + Number(minutes) * 60 + Number(rest), title: plainTitle(title) }]
  })
  const isOrdered = chapters.every(({ at }, index) => index === 0 || at > chapters[index - 1]!.at)
  return chapters.length >= 2 && isOrdered && chapters.at(-1)!.at < seconds ? chapters : []
}

export const chapterAt = (chapters: Chapter[], time: number): Chapter | undefined =>
  chapters.findLast(({ at }) => at <= time)
