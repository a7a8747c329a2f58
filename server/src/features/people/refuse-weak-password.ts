import type { SiteSettings } from '@touchline/contract/site-settings.ts'
import { invalid } from '#errors.ts'

let common: Promise<{ all: Set<string>; first: Set<string> }> | null = null

// Loaded with the first password: half a megabyte of words that most processes never need.
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const all = dictionary['passwords-common'].map((word) => word.toLowerCase())
    return { all: new Set(all), first: new Set(all.slice(0, firstCount)) }
  }))

const firstCount = 10_000

/** The password without up to five trailing digits and signs, as in "Dragon2026!". */
const stemOf = (password: string) => password.replace(/[^\p{L}]{1,5}$/u, '')

async function isLeaked(password: string, siteName: string): Promise<boolean> {
  const { all, first } = await commonPasswords()
  const candidate = password.normalize('NFKC').trim().toLowerCase()
  return all.has(candidate) || first.has(stemOf(candidate)) || stemOf(candidate) === siteName.toLowerCase()
}

/** Throws 400 for one of the 49,000 most often leaked passwords, or a very common word followed by digits. */
export async function refuseWeakPassword(
  { site }: { site: { settings: Pick<SiteSettings, 'name'> } },
  password: string,
  field: 'password' | 'newPassword',
): Promise<void> {
  if (!(await isLeaked(password, site.settings.name))) return
  const message = 'This password is one of the first anybody would guess. Please choose another.'
  throw invalid(message, { [field]: message })
}
