import { site } from '@touchline/content/site.ts'
import { invalid } from '#errors.ts'

let common: Promise<{ all: Set<string>; first: Set<string> }> | null = null

// Read when the first password is chosen: half a megabyte of words, which a site that only runs does without.
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const all = dictionary['passwords-common'].map((word) => word.toLowerCase())
    return { all: new Set(all), first: new Set(all.slice(0, firstCount)) }
  }))

const firstCount = 10_000

/** Without the few digits and signs that are put behind a word, as in "Dragon2026!". */
const stemOf = (password: string) => password.replace(/[^\p{L}]{1,5}$/u, '')

async function isLeaked(password: string): Promise<boolean> {
  const { all, first } = await commonPasswords()
  const tried = password.normalize('NFKC').trim().toLowerCase()
  return all.has(tried) || first.has(stemOf(tried)) || stemOf(tried) === site.name.toLowerCase()
}

/**
 * Refuses with 400 a password everybody tries first: one of the 49,000 most often leaked (of
 * @zxcvbn-ts/language-common), one of the first 10,000 or the site's own name with digits behind it. `field` is what the caller's form calls it.
 */
export async function refuseWeakPassword(password: string, field: 'password' | 'newPassword'): Promise<void> {
  if (!(await isLeaked(password))) return
  const message = 'This password is one of the first anybody would guess. Please choose another.'
  throw invalid(message, { [field]: message })
}
