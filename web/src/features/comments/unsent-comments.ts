import type { Mention } from '@touchline/contract/comments.ts'
import { saveText, savedTextsUnder, unsentCommentsKey, useTextsUnder } from '#drafting/saved-texts.ts'
/** A comment that has not reached the server; `problem` is why it was rejected for good. */
export type UnsentComment = {
  clientId: string
  personId: string
  postId: string
  replyToId: string | null
  threadId: string | null
  content: string
  writtenAt: number
  problem: string | null
  mentions?: Mention[]
}

const keyOf = ({ personId, clientId }: UnsentComment) => `${unsentCommentsKey(personId)}${clientId}`

const toComments = (texts: string[]): UnsentComment[] =>
  texts.map((text): UnsentComment => JSON.parse(text)).toSorted((a, b) => a.writtenAt - b.writtenAt)

export const saveUnsent = (comment: UnsentComment) => saveText(keyOf(comment), JSON.stringify(comment))

export const deleteUnsent = (comment: UnsentComment) => saveText(keyOf(comment), null)

export const unsentComments = (personId: string) => toComments(savedTextsUnder(unsentCommentsKey(personId)))

export const useUnsentComments = (personId: string) => toComments(useTextsUnder(unsentCommentsKey(personId)))
