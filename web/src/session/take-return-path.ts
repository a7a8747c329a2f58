import { returnPathKey } from './return-path.ts'

const isPageHere = (path: string) =>
  /^\/[\w$~.-]/.test(path) &&
  URL.parse(path, location.origin)?.origin === location.origin &&
  !/^\/(?:api|media|login|signup|payment)\b/.test(path)

/**
 * Returns, once, the page a person was on before they had to sign in, or null. Only a plain page of this site counts:
 * not another origin, the API or the login itself.
 */
export function takeReturnPath(): string | null {
  const path = sessionStorage.getItem(returnPathKey)
  sessionStorage.removeItem(returnPathKey)
  return path !== null && isPageHere(path) ? path : null
}
