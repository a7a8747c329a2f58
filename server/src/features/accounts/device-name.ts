import { parse } from 'bowser'

/** A browser in words a person knows it by, from what it says of itself: "Chrome on Android". */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'An unknown browser'
  const { browser, os } = parse(userAgent)
  const name = browser.name || 'An unknown browser'
  return os.name ? `${name} on ${os.name}` : name
}
