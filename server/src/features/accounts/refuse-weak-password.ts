import { site } from '@touchline/content/site.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { invalid } from '#errors.ts'

const common = new Set(dictionary['passwords-common'].map(String))

/**
 * Refuses with 400 a password everybody tries first: one of the 49,000 most common (of @zxcvbn-ts/language-common), or
 * the site's own name. `field` is what the caller's form calls it.
 */
export function refuseWeakPassword(password: string, field: 'password' | 'newPassword'): void {
  const tried = password.toLowerCase()
  if (!common.has(tried) && tried !== site.name.toLowerCase()) return
  const message = 'This password is one of the first anybody would try. Please choose another.'
  throw invalid(message, { [field]: message })
}
