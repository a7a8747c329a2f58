import { draftsOf, saveText, savedText, savedTextsUnder } from '#session/saved-texts.ts'
import { useSavedText } from '#session/use-saved-text.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { randomId } from '#ui/random-id.ts'
import type { UnsentComment } from './unsent-comments.ts'

/** What a reply answers, and the comment it will stand under. */
export type Answers = { replyToId: string; threadId: string }

/**
 * A comment somebody is writing. `sent` is what of it was on its way, and under which number; `replyToId` is the comment
 * it answers.
 */
type Draft = {
  text: string
  sent: { clientId: string; content: string } | null
  replyToId: string | null
}

const nothing: Draft = { text: '', sent: null, replyToId: null }

const read = (kept: string | null): Draft => (kept ? JSON.parse(kept) : nothing)

const keyOf = (personId: string, postId: string, answers: Answers | null) =>
  `${draftsOf(personId, postId)}${answers ? `${answers.threadId}:${answers.replyToId}` : ''}`

/** Puts a comment back to be written on, before what has been begun there since. Unchanged it keeps its number. */
export function reopenDraft(comment: UnsentComment): void {
  const { personId, postId, clientId, content, replyToId, threadId } = comment
  const answers = replyToId !== null && threadId !== null ? { replyToId, threadId } : null
  const key = keyOf(personId, postId, answers)
  const begun = read(savedText(key)).text
  const text = begun ? `${content}\n${begun}` : content
  const draft: Draft = { text, sent: { clientId, content }, replyToId }
  saveText(key, JSON.stringify(draft))
}

/** Which comment of a thread somebody had begun to answer; null when none. */
export const startedReply = (personId: string, postId: string, threadId: string): string | null =>
  savedTextsUnder(`${draftsOf(personId, postId)}${threadId}:`).map(read)[0]?.replyToId ?? null

/**
 * The comment somebody is writing on a post, or the reply to one of its comments; it outlives a failure, a reload, a
 * closed page and a lost session.
 */
export function useCommentDraft(postId: string, answers: Answers | null = null) {
  const key = keyOf(useSignedInViewer().id, postId, answers)
  const draft = read(useSavedText(key))
  const replyToId = answers?.replyToId ?? null
  const keep = (next: Draft) =>
    saveText(key, next.text === '' ? null : JSON.stringify({ ...next, replyToId }))
  return {
    text: draft.text,
    change: (text: string) => keep({ ...read(savedText(key)), text }),
    /** Forgets what is there once `content` arrived; what was written on since then, on another page, stays. */
    forget(content: string) {
      if (read(savedText(key)).text.trim() === content) keep(nothing)
    },
    /** The number `content` goes out under: the same for the same words, should they be sent again. */
    numberOf(content: string): string {
      const now = read(savedText(key))
      if (now.sent?.content === content) return now.sent.clientId
      const clientId = randomId()
      keep({ ...now, sent: { clientId, content } })
      return clientId
    },
  }
}
