import { malformed } from '#api/refusals.ts'

export type Value = string | Value[] | { [key: string]: Value }
export type Params = { [key: string]: Value }

const tooMany = 1000

function keysOf(name: string): string[] {
  const first = name.indexOf('[')
  if (first === -1) return [name]
  const keys = [name.slice(0, first)]
  for (const match of name.slice(first).matchAll(/\[([^\]]*)\]/g)) keys.push(match[1]!)
  return keys
}

function isBranch(value: Value | undefined): value is Params {
  return typeof value === 'object' && !Array.isArray(value)
}

// `items[0]`, `items[1]` form an array, but metadata may have any keys, including numbers.
function withArrays(value: Value, key: string): Value {
  if (!isBranch(value)) return value
  const entries = Object.entries(value)
  const isArray = key !== 'metadata' && entries.length > 0 && entries.every(([k]) => /^\d+$/.test(k))
  if (isArray) {
    const sorted = entries.sort(([a], [b]) => Number(a) - Number(b))
    return sorted.map(([, item]) => withArrays(item, key))
  }
  const result: Params = Object.create(null)
  for (const [k, item] of entries) result[k] = withArrays(item, k)
  return result
}

/** Parses a form or query: `a=1`, `a[b]=1`, `a[0][b]=1`, `a[]=1`. */
export function parseForm(text: string): Params {
  const root: Params = Object.create(null)
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1
    const keys = keysOf(name)
    if (count > tooMany || keys.length > 8) throw malformed('Too many parameters.')
    let place: Params = root
    for (const [depth, key] of keys.entries()) {
      const at = key === '' ? String(Object.keys(place).length) : key
      if (depth === keys.length - 1) {
        place[at] = value
      } else {
        const next = place[at]
        const branch: Params = isBranch(next) ? next : Object.create(null)
        place[at] = branch
        place = branch
      }
    }
  }
  for (const [key, value] of Object.entries(root)) root[key] = withArrays(value, key)
  return root
}
