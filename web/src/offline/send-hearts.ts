import * as api from '@touchline/contract/posts.ts'
import { ApiError, isSuspended, isUnauthorized } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { randomId } from '#ui/random-id.ts'
import { toast } from '#ui/toast-store.ts'
import { locks } from './locks.ts'
import {
  deleteHeart,
  isStillWanted,
  isWaiting,
  saveHeart,
  type UnsentHeart,
  unsentHearts,
} from './unsent-hearts.ts'

type Arrived = () => Promise<unknown>

const isRefused = (error: unknown) =>
  error instanceof ApiError &&
  [400, 403, 404].includes(error.status) &&
  !isUnauthorized(error) &&
  !isSuspended(error)

/** Another window may have signed out or changed the account. */
const isSignedIn = async (personId: string) => (await call(firstCalls.signedInUser)).id === personId

/** Saves the opposite like when it was undone while it was being sent. */
async function undo(heart: UnsentHeart): Promise<void> {
  if (isWaiting(heart) || !(await isSignedIn(heart.personId)) || isWaiting(heart)) return
  saveHeart({ ...heart, wish: !heart.wish, number: randomId() })
}

async function sendOne(heart: UnsentHeart, onArrived: Arrived): Promise<boolean> {
  if (!isStillWanted(heart)) return true
  try {
    await call(heart.wish ? api.like : api.unlike, { params: { id: heart.postId } })
    await undo(heart)
    await onArrived().catch(() => {})
    deleteHeart(heart)
    return true
  } catch (error) {
    if (!isRefused(error)) return false
    deleteHeart(heart)
    toast({ title: 'Heart not sent', description: 'The post is no longer there for you.' })
    return true
  }
}

async function sendAll(personId: string, onArrived: Arrived): Promise<boolean> {
  try {
    if (!(await isSignedIn(personId))) return true
    for (const heart of unsentHearts(personId)) if (!(await sendOne(heart, onArrived))) return true
    return unsentHearts(personId).length > 0
  } catch {
    return true
  }
}

const sending = new Set<string>()

/** Sends the likes of a person that changed offline, in one window. Returns whether some are still unsent. */
export async function sendHearts(personId: string, onArrived: Arrived): Promise<boolean> {
  if (sending.has(personId) || unsentHearts(personId).length === 0) return false
  sending.add(personId)
  try {
    const windows = locks()
    if (!windows) return await sendAll(personId, onArrived)
    return await windows.request(`hearts:${personId}`, { ifAvailable: true }, (lock) =>
      lock ? sendAll(personId, onArrived) : true,
    )
  } finally {
    sending.delete(personId)
  }
}
