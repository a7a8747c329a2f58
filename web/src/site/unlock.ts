import type { Site } from '@touchline/contract/site.ts'
import { emailLinkPaths } from '#paths.ts'

const flag = 'unlocked'
/** The cookie that shares the flag between tabs, which have separate session storage. */
const tabsFlag = `${flag}=true`

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
