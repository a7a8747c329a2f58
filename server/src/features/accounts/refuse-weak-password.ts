import { site } from '@touchline/content/site.ts'
import { invalid } from '#errors.ts'

let common: Promise<Set<string>> | null = null

// Read when the first password is chosen: half a megabyte of words, which a site that only runs does without.
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  ))

/**
 * Refuses with 400 a password everybody tries first: one of the 49,000 most common (of @zxcvbn-ts/language-common), or
 * the site's own name. `field` is what the caller's form calls it.
 */
export async function refuseWeakPassword(password: string, field: 'password' | 'newPassword'): Promise<void> {
  const tried = password.toLowerCase()
  if (!(await commonPasswords()).has(tried) && tried !== site.name.toLowerCase()) return
  const message = 'This password is one of the first anybody would guess. Please choose another.'
  throw invalid(message, { [field]: message })
}
