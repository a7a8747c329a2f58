import type { Drawing } from '#demo/pictures/ink.ts'
import type { Random } from '#demo/seeded-random.ts'

/** A remark under a post: by some member, or by the creator in answer to the one above. */
export type Remark = string | { creator: string }

/**
 * What the creator of the demo published, about `ageHours` before the club is opened. `appeal` runs from 0 to 1;
 * `seconds` is how long a file plays, `alt` says what is to be seen.
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
