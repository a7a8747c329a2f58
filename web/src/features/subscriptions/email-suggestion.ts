const commonDomains = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'live.com',
  'aol.com',
  'protonmail.com',
  'proton.me',
  'yahoo.co.uk',
  'hotmail.co.uk',
]

/** Real domains that look like a typo of another. */
const knownDomains = new Set([
  ...commonDomains,
  'ymail.com',
  'email.com',
  'mail.com',
  'gmx.com',
  'hotmail.co',
  'yahoo.co',
  'life.com',
])

/** Whether one extra, missing, wrong or swapped character turns `target` into `typed`. */
function isOneTypo(typed: string, target: string): boolean {
  const [short, long] = typed.length < target.length ? [typed, target] : [target, typed]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  return isSwapped || short.slice(at + 1) === long.slice(at + 1)
}

/** Suggests an address for a typo such as `name@gmial.com`; null if nothing looks like one. */
export function suggestEmail(typed: string): string | null {
  const [name, domain, ...more] = typed.trim().toLowerCase().split('@')
  if (!name || !domain || more.length > 0 || knownDomains.has(domain)) return null
  const target = commonDomains.find((one) => isOneTypo(domain, one))
  return target ? `${name}@${target}` : null
}
