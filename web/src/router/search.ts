export type Search = Record<string, unknown>

/** Numbers, booleans and quoted strings are JSON, so that a search for the text "2" stays a text. */
function parseValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isPlain && (typeof value === 'string' || String(value) === text) ? value : text
  } catch {
    return text
  }
}

export const parseSearch = (text: string): Search =>
  Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, parseValue(value)]))

/** Returns the query string with its question mark, or an empty string. */
export function formatSearch(search: object = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined)
      params.set(
        name,
        typeof value === 'string' && parseValue(value) !== value ? JSON.stringify(value) : String(value),
      )
  return params.size > 0 ? `?${params}` : ''
}
