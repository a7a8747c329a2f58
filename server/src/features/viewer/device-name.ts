import { BROWSER_MAP, parse } from 'bowser'

/** Known browsers only: for others the library returns text from the user agent itself. */
const known = new Set(Object.values(BROWSER_MAP))

/** Returns "Chrome on Android", never text from the user agent, since the name appears in our emails. */
export function deviceName(userAgent: string | null): string {
  const { browser, os } = userAgent ? parse(userAgent) : { browser: {}, os: {} }
  const name = browser.name && known.has(browser.name) ? browser.name : 'An unknown browser'
  return os.name ? `${name} on ${os.name}` : name
}
