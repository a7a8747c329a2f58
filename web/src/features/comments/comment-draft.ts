import { draftsOf, keepText, keptText } from '#session/kept-texts.ts'
import { useKeptText } from '#session/use-kept-texts.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import type { UnsentComment } from './unsent-comments.ts'

/** A comment somebody is writing. `sent` is what of it was on its way, and under which number. */
type Draft = { text: string; sent: { clientId: string; content: string } | null }

const nothing: Draft = { text: '', sent: null }

const read = (kept: string | null): Draft => (kept ? JSON.parse(kept) : nothing)

/** A random UUID; browsers make them themselves only where the page came by https. */
function newClientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const marked = bytes.map((byte, at) => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte))
  return [...marked]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const keyOf = (personId: string, postId: string, threadId: string | null) =>
  `${draftsOf(personId, postId)}${threadId ?? ''}`

/** Puts a comment back to be written on, before what has been begun there since. Unchanged it keeps its number. */
export function reopenDraft({ personId, postId, threadId, content, clientId }: UnsentComment): void {
  const key = keyOf(personId, postId, threadId)
  const begun = read(keptText(key)).text
  const draft: Draft = { text: begun ? `${content}\n${begun}` : content, sent: { clientId, content } }
  keepText(key, JSON.stringify(draft))
}

/**
 * The comment somebody is writing on a post, or the reply to one of its comments; it outlives a failure, a reload, a
 * closed page and a lost session.
 */
export function useCommentDraft(postId: string, threadId: string | null = null) {
  const key = keyOf(useSignedInViewer().id, postId, threadId)
  const draft = read(useKeptText(key))
  const keep = (next: Draft) => keepText(key, next.text === '' ? null : JSON.stringify(next))
  return {
    text: draft.text,
    change: (text: string) => keep({ ...read(keptText(key)), text }),
    forget: () => keep(nothing),
    /** The number `content` goes out under: the same for the same words, should they be sent again. */
    numberOf(content: string): string {
      const now = read(keptText(key))
      if (now.sent?.content === content) return now.sent.clientId
      const clientId = newClientId()
      keep({ ...now, sent: { clientId, content } })
      return clientId
    },
  }
}

export type CommentDraft = ReturnType<typeof useCommentDraft>
