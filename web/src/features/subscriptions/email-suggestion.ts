/** Where most people have their mailbox. */
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

/** Real ones that look like a slip for one of the others. */
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

/** Whether one letter too many, too few or wrong, or two swapped, make `typed` of `meant`. */
function isOneTypo(typed: string, meant: string): boolean {
  const [short, long] = typed.length < meant.length ? [typed, meant] : [meant, typed]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  return isSwapped || short.slice(at + 1) === long.slice(at + 1)
}

/** What somebody may have meant who typed `name@gmial.com`; null where nothing looks like a slip. */
export function suggestEmail(typed: string): string | null {
  const [name, domain, ...more] = typed.trim().toLowerCase().split('@')
  if (!name || !domain || more.length > 0 || knownDomains.has(domain)) return null
  const meant = commonDomains.find((one) => isOneTypo(domain, one))
  return meant ? `${name}@${meant}` : null
}
