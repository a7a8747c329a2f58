/**
 * A comment under a post: by some member, by an account of the demo, or the creator's reply to the previous one. Replies
 * may name `@author`, who wrote the previous comment.
 */
export type Remark = string | { creator: string } | { by: DemoReader; says: string; isReply?: true }

/** The demo's accounts that comment. */
export const demoReaders = ['member', 'moderator', 'admin'] as const
export type DemoReader = (typeof demoReaders)[number]

/** Published about `ageHours` before the club opens. `appeal` runs from 0 to 1; `seconds` is the playing time. */
export type DemoPost = {
  title: string
  content: string
  /** The content is Markdown. `part:` and the name of a file place one of `more` in it. */
  isFormatted?: boolean
  ageHours: number
  appeal: number
  /** Everyone who signed in may read it, without a membership. */
  isOpen?: boolean
  /** Strangers may watch its video, too. */
  isClip?: boolean
  show:
    | { file: string; kind: 'image'; alt: string }
    | { file: string; kind: 'video'; seconds: number; alt: string }
    | { file: string; kind: 'audio'; seconds: number }
    | null
  /** Further pictures, of its gallery or its text. */
  more?: { file: string; alt: string }[]
  attachments?: string[]
  /** English captions of its film, as WebVTT. */
  captions?: string
  /** What the text said when it was published, until the creator corrected it some hours later. */
  uncorrected?: { content: string; hours: number }
  isMadeWithAi?: boolean
  remarks: Remark[]
}

export const daysOld = (days: number) => days * 24
