import type { Site } from '@touchline/contract/site.ts'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { emailLinkPaths } from '#paths.ts'

const flag = 'unlocked'
/** The cookie that shares the flag between tabs, which have separate session storage. */
const tabsFlag = `${flag}=true`

/** The delay before the gate shows any result. */
export const unlockDelayMs = 1000

export const maySubmit = (code: string, isBusy: boolean) => !isBusy && code.trim() !== ''

/** Whether this browser session has passed the gate in any tab. */
export function isUnlocked() {
  if (import.meta.env.SSR) return false
  if (document.cookie.split('; ').includes(tabsFlag)) return true
  try {
    return sessionStorage.getItem(flag) === 'true'
  } catch {
    return false
  }
}

const isFromLetter = () => !import.meta.env.SSR && emailLinkPaths.includes(window.location.pathname)

export const isGateOpen = ({ gate }: Pick<Site, 'gate'>) => !gate.enabled || isUnlocked() || isFromLetter()

export function rememberUnlocked() {
  // A session cookie. Like the flag, it grants nothing on the server.
  document.cookie = `${tabsFlag}; path=/; samesite=lax${window.location.protocol === 'https:' ? '; secure' : ''}`
  try {
    sessionStorage.setItem(flag, 'true')
  } catch {
    // Without storage the gate stays open until a reload.
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Checks a code on the server. Throws when the server gives no answer to that. */
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
