import type { Drawing } from '#demo/pictures/ink.ts'
import type { Random } from '#demo/seeded-random.ts'

/** A comment under a post, by some member, or the creator's reply to the previous one. */
export type Remark = string | { creator: string }

/**
 * A post published about `ageHours` before the club is opened. `appeal` runs from 0 to 1, `seconds` is its
 * playing time, `alt` describes it.
 */
export type DemoPost = {
  title: string
  content: string
  ageHours: number
  appeal: number
  show:
    | { picture: (random: Random) => Drawing; alt: string }
    | { file: string; kind: 'video'; seconds: number; alt: string }
    | { file: string; kind: 'audio'; seconds: number }
    | null
  remarks: Remark[]
}

export const daysOld = (days: number) => days * 24
