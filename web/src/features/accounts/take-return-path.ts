import { returnPathKey } from '#session/return-path.ts'

const isPageHere = (path: string) =>
  /^\/[\w$~.-]/.test(path) &&
  URL.parse(path, location.origin)?.origin === location.origin &&
  !/^\/(?:api|media|login|signup|payment)\b/.test(path)

/**
 * The page somebody was on when they had to sign in, once, or null. What is not plainly a page of this site is none: an
 * address that a browser reads as another place, of the API, or of the login itself.
 */
export function takeReturnPath(): string | null {
  const path = sessionStorage.getItem(returnPathKey)
  sessionStorage.removeItem(returnPathKey)
  return path !== null && isPageHere(path) ? path : null
}
