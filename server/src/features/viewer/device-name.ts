import { BROWSER_MAP, parse } from 'bowser'

/** What there is to be recognised. Of anything else the library takes the browser's own words for its name. */
const known = new Set(Object.values(BROWSER_MAP))

/**
 * A browser in words a person knows it by, from what it says of itself: "Chrome on Android". None of its own words are
 * among them: they stand in letters of ours.
 */
export function deviceName(userAgent: string | null): string {
  const { browser, os } = userAgent ? parse(userAgent) : { browser: {}, os: {} }
  const name = browser.name && known.has(browser.name) ? browser.name : 'An unknown browser'
  return os.name ? `${name} on ${os.name}` : name
}
