import { returnPathKey } from './return-path.ts'

const isPageHere = (path: string) =>
  /^\/[\w$~.-]/.test(path) &&
  URL.parse(path, location.origin)?.origin === location.origin &&
  !/^\/(?:api|media|login|signup|payment)\b/.test(path)

/** Returns, once, the page to return to after signing in; only plain pages of this site count. */
export function takeReturnPath(): string | null {
  const path = sessionStorage.getItem(returnPathKey)
  sessionStorage.removeItem(returnPathKey)
  return path !== null && isPageHere(path) ? path : null
}
