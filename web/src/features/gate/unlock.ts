import type { Site } from '@touchline/contract/site.ts'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { emailLinkPaths } from '#paths.ts'

const flag = 'unlocked'
/** The same for the other tabs of the browser session, which have a session storage of their own. */
const tabsFlag = `${flag}=true`

/** How long the gate takes to answer, whatever the answer is. */
export const unlockDelayMs = 1000

export const maySubmit = (code: string, isBusy: boolean) => !isBusy && code.trim() !== ''

/** Whether this browser session has passed the gate, in this tab or another. */
export function isUnlocked() {
  if (document.cookie.split('; ').includes(tabsFlag)) return true
  try {
    return sessionStorage.getItem(flag) === 'true'
  } catch {
    return false
  }
}

/** A link in an email does what it promises, whether or not the reader has the code of the gate at hand. */
const isFromLetter = () => emailLinkPaths.includes(window.location.pathname)

/** Whether nothing has to be passed before the pages. */
export const isGateOpen = ({ gate }: Pick<Site, 'gate'>) => !gate.enabled || isUnlocked() || isFromLetter()

export function rememberUnlocked() {
  // Without an expiry the browser forgets it with its session. Like the flag it opens nothing on the server.
  document.cookie = `${tabsFlag}; path=/; samesite=lax${window.location.protocol === 'https:' ? '; secure' : ''}`
  try {
    sessionStorage.setItem(flag, 'true')
  } catch {
    // Without storage the gate opens until the page is reloaded.
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks the server about a code: true when it is right, false when it is wrong; throws when it cannot tell. */
export async function isRightCode(code: string) {
  const [answer] = await Promise.allSettled([
    call(firstCalls.unlock, { body: { code } }),
    pause(unlockDelayMs),
  ])
  if (answer.status === 'fulfilled') return true
  const error: unknown = answer.reason
  if (error instanceof ApiError && error.code === 'wrong_access_code') return false
  throw error
}
