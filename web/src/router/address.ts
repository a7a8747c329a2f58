import type { AppPath } from '#paths.ts'
import { formatSearch, parseSearch, type Search } from './search.ts'

/** The search parameters of each page. `routes.tsx` declares them. */
// oxlint-disable-next-line typescript/no-empty-object-type -- an interface, so that it can be added to
export interface Searches {}

type ParamName<Path> = Path extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamName<`/${More}`>
    : Rest
  : never

export type Params<Path> = Record<ParamName<Path>, string>

/** The paths of a union that need no values. */
type Plain<Path> = Path extends unknown ? ([ParamName<Path>] extends [never] ? Path : never) : never

type SearchOf<Path> = Path extends keyof Searches ? Searches[Path] : Record<string, never>

/** A page of this site: its path, the values for the names in the path, search parameters and a hash. */
export type Target<Path extends AppPath = AppPath> = {
  to: Path
  search?: SearchOf<Path>
  hash?: string | undefined
} & ([Plain<Path>] extends [never] ? { params: Params<Path> } : { params?: Params<Path> | undefined })

export type Location = { pathname: string; search: Search; hash: string; href: string; key: string }

/** A page, or a URL of this site. */
export type Destination<Path extends AppPath = AppPath> = Target<Path> | { href: string }

/** Returns the URL of a page, without the origin. */
export function hrefOf<Path extends AppPath>(destination: Destination<Path>): string {
  if ('href' in destination) return destination.href
  const { to, params, search, hash } = destination
  const values: Record<string, string> = params ?? {}
  const pathname = to.replaceAll(/\$(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''))
  return `${pathname}${formatSearch(search)}${hash ? `#${hash}` : ''}`
}

export function toLocation(href: string, key: string): Location {
  const { pathname, search, hash } = new URL(href, 'http://site')
  return { pathname, search: parseSearch(search), hash: decode(hash.slice(1)), href, key }
}

const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const source = path === '*' ? '.*' : path.replaceAll(/\$(\w+)/g, '(?<$1>[^/]+)').replace(/\/$/, '')
  const pattern = new RegExp(`^${source}/?$`, 'i')
  patterns.set(path, pattern)
  return pattern
}

const isMatch = (path: string, pathname: string) => patternOf(path).test(pathname)

export const findPage = <Page extends { path: string }>(pages: readonly Page[], pathname: string) =>
  pages.find(({ path }) => isMatch(path, pathname))

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the values for the names in `path`, or null if `pathname` is another page. */
export function paramsOf<Path extends AppPath>(path: Path, pathname: string): Params<Path> | null {
  const groups = patternOf(path).exec(pathname)?.groups
  if (!groups) return null
  // The pattern has a group for each name in the path.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decode(value)]),
  ) as Params<Path>
}
