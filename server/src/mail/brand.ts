import { readFileSync } from 'node:fs'
import { site } from '@touchline/content/site.ts'
import type { Email } from './email.ts'

/** The creator as emails show them. `portrait` is a small JPEG. */
type BrandedCreator = { id: string; name: string; portrait: Buffer | null }

/** What the HTML of every email shows around its text. */
export type Brand = {
  siteName: string
  supportEmail: string | null
  creator: BrandedCreator | null
  /** The sender; by default MAIL_FROM. */
  from?: string
  /** The color of buttons, on which white text is readable. */
  accent?: string | undefined
  /** A PNG instead of the built-in logo. */
  logo?: Buffer | undefined
}

export type LoadBrand = () => Promise<Brand>

const plainBrand: Brand = { siteName: site.name, supportEmail: site.supportEmail, creator: null }

/** Loads the brand until the site sets its own. */
export const loadPlainBrand: LoadBrand = async () => plainBrand

/** A picture inside the email: mail programs show it without loading anything. */
export type InlineImage = { cid: string; filename: string; contentType: string; content: Buffer }

const builtInLogo: InlineImage = {
  cid: 'logo@touchline',
  filename: 'logo.png',
  contentType: 'image/png',
  content: readFileSync(new URL('logo.png', import.meta.url)),
}

export const logoImage = ({ logo }: Brand): InlineImage =>
  logo ? { ...builtInLogo, content: logo } : builtInLogo

export const portraitImage = (content: Buffer): InlineImage => ({
  cid: 'portrait@touchline',
  filename: 'portrait.jpg',
  contentType: 'image/jpeg',
  content,
})

const postLink = /\s(https?:\/\/\S+\/(?:post\/[\w-]+|content))$/m

/** The creator to show in an email: when it is about them or their posts, and names no member. */
export function creatorShown({ text, named = [] }: Pick<Email, 'text' | 'named'>, { creator }: Brand) {
  if (!creator) return null
  const isAbout =
    named.length > 0 ? named.every(({ personId }) => personId === creator.id) : postLink.test(text)
  return isAbout ? creator : null
}
