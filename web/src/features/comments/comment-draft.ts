import { draftsOf, saveText, savedText, savedTextsUnder, useSavedText } from '#drafting/saved-texts.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { randomId } from '#ui/random-id.ts'
import { maxMentions, type Mention, mentionAt } from '@touchline/contract/comments.ts'
import type { UnsentComment } from './unsent-comments.ts'

export type Answers = { replyToId: string; threadId: string }

/** An unfinished comment. `sent` is the text that was sent, with its idempotency id. */
type Draft = {
  text: string
  sent: { clientId: string; content: string } | null
  replyToId: string | null
  /** People picked by name; the text may have lost their names since. */
  mentions?: Mention[]
}

const nothing: Draft = { text: '', sent: null, replyToId: null }

const read = (stored: string | null): Draft => (stored ? JSON.parse(stored) : nothing)

const keyOf = (personId: string, postId: string, answers: Answers | null) =>
  `${draftsOf(personId, postId)}${answers ? `${answers.threadId}:${answers.replyToId}` : ''}`

/** Reopens a comment for editing, before text that was started since. Unchanged text keeps its id. */
export function reopenDraft(comment: UnsentComment): void {
  const { personId, postId, clientId, content, replyToId, threadId } = comment
  const answers = replyToId !== null && threadId !== null ? { replyToId, threadId } : null
  const key = keyOf(personId, postId, answers)
  const started = read(savedText(key)).text
  const text = started ? `${content}\n${started}` : content
  const draft: Draft = { text, sent: { clientId, content }, replyToId, mentions: comment.mentions ?? [] }
  saveText(key, JSON.stringify(draft))
}

export const startedReply = (personId: string, postId: string, threadId: string): string | null =>
  savedTextsUnder(`${draftsOf(personId, postId)}${threadId}:`).map(read)[0]?.replyToId ?? null

export function useCommentDraft(postId: string, answers: Answers | null = null) {
  const key = keyOf(useSignedInViewer().id, postId, answers)
  const draft = read(useSavedText(key))
  const replyToId = answers?.replyToId ?? null
  const keep = (next: Draft) =>
    saveText(key, next.text === '' ? null : JSON.stringify({ ...next, replyToId }))
  return {
    text: draft.text,
    change: (text: string) => keep({ ...read(savedText(key)), text }),
    mention(person: Mention, text: string) {
      const now = read(savedText(key))
      keep({ ...now, text, mentions: [...(now.mentions ?? []), person] })
    },
    mentionsIn: (content: string) =>
      (draft.mentions ?? []).filter(({ name }) => mentionAt(content, name) !== -1).slice(0, maxMentions),
    /** Clears the draft after `content` was sent. Newer text, from another page, stays. */
    clear(content: string) {
      if (read(savedText(key)).text.trim() === content) keep(nothing)
    },
    /** The idempotency id of `content`, the same for the same text. */
    numberOf(content: string): string {
      const now = read(savedText(key))
      if (now.sent?.content === content) return now.sent.clientId
      const clientId = randomId()
      keep({ ...now, sent: { clientId, content } })
      return clientId
    },
  }
}
