import type { QueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import { ApiError, isSuspended, isUnauthorized, errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { toast } from '#ui/toast-store.ts'
import { addNewComment } from './read-comments.ts'
import { deleteUnsent, saveUnsent, type UnsentComment, unsentComments } from './unsent-comments.ts'

/** Sends a comment; its client id makes this idempotent. */
export const sendComment = ({ postId, content, mentions, replyToId, clientId }: UnsentComment) =>
  call(api.add, { params: { id: postId }, body: { content, mentions, replyToId, clientId } })

/** Why a comment was rejected for good; null when a retry may succeed. */
function refusalIn(error: unknown): string | null {
  if (!(error instanceof ApiError) || isUnauthorized(error) || isSuspended(error)) return null
  if (error.status >= 500 || error.status === 429) return null
  if (error.code === 'subscription_required')
    return 'Comments are for members, and your membership has ended.'
  if (error.serverMessage === 'Post not found') return 'The post is no longer there.'
  return errorMessage(error, 'The comment was refused.')
}

/** True when this person is still signed in; another window may have changed the account. */
async function isStill(personId: string) {
  const viewer = await call(firstCalls.signedInUser)
  return viewer.id === personId
}

/** False once it was discarded, edited or sent, here or in another window. */
const stillWaits = ({ personId, clientId }: UnsentComment) =>
  unsentComments(personId).some((one) => one.clientId === clientId)

async function sendOne(client: QueryClient, comment: UnsentComment): Promise<boolean> {
  if (!stillWaits(comment)) return true
  try {
    const added = await sendComment(comment)
    deleteUnsent(comment)
    toast({ title: 'Comment sent', description: 'Your comment has been posted.', kind: 'success' })
    await addNewComment(client, added).catch(() => {})
    return true
  } catch (error) {
    const problem = refusalIn(error)
    if (problem === null) return false
    if (stillWaits(comment)) saveUnsent({ ...comment, problem })
    return true
  }
}

const sending = new Set<string>()

/** Sends comments posted offline, oldest first. Returns whether some are still unsent. */
export async function sendUnsent(client: QueryClient, personId: string): Promise<boolean> {
  const waiting = () => unsentComments(personId).filter(({ problem }) => problem === null)
  if (sending.has(personId) || waiting().length === 0) return false
  sending.add(personId)
  try {
    if (!(await isStill(personId))) return true
    for (const comment of waiting()) if (!(await sendOne(client, comment))) return true
    return false
  } catch {
    return true
  } finally {
    sending.delete(personId)
  }
}
