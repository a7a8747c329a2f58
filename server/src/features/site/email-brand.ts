import { buffer } from 'node:stream/consumers'
import type { SiteSettings } from '@touchline/contract/site-settings.ts'
import type { LoadBrand } from '#mail/brand.ts'
import { servedFileLookup } from '#features/media-access/media-owner.ts'
import { squareVariant } from '#features/media/square-variant.ts'
import type { Services } from '#services.ts'
import { creatorOf, publicAvatar } from './creator-of.ts'
import { mainInfluencer } from './site-facts.ts'

/** The side of the portrait: twice its size in the email. */
const portraitSide = 112

/**
 * The configured address under the sender's name of the settings. Without MAIL_FROM the club's name is the sender's.
 */
function senderOf({ name, senderName }: SiteSettings, configured: string): string {
  const [, configuredName = '', address = configured] = /^(.*?)\s*<(.+)>$/.exec(configured) ?? []
  const shown = senderName ?? (configuredName === 'Touchline' ? name : configuredName)
  // Quoted, because a name may contain a comma or an @.
  return shown === '' ? address : `"${shown.replaceAll(/["\\\r\n]/g, '')}" <${address}>`
}

/** Loads what emails show of the site and its creator. The newest portrait is cached. */
export function emailBrand({
  db,
  media,
  site,
  log,
  config,
}: Pick<Services, 'db' | 'media' | 'site' | 'log' | 'config'>): LoadBrand {
  const creator = mainInfluencer(db)
  const files = servedFileLookup(db)
  let cached: { mediaId: string; portrait: Buffer } | null = null

  async function portraitOf(mediaId: string | null): Promise<Buffer | null> {
    if (!mediaId) return null
    if (cached?.mediaId === mediaId) return cached.portrait
    const [file] = await files.execute({ mediaId, variant: squareVariant })
    if (!file) return null
    try {
      const { default: sharp } = await import('sharp')
      const picture = sharp(await buffer(await media.open(file.key))).resize(portraitSide, portraitSide)
      const portrait = await picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer()
      cached = { mediaId, portrait }
      return portrait
    } catch (error) {
      // An email without a portrait is better than none.
      log.warn({ err: error }, 'the creator’s portrait for emails could not be read')
      return null
    }
  }

  return async () => {
    const [account] = await creator.execute()
    const { name, supportEmail, accent } = site.settings
    const { id, name: creatorName } = creatorOf(site, account)
    return {
      siteName: name,
      supportEmail,
      from: senderOf(site.settings, config.mail.from),
      accent: accent?.light,
      logo: site.pictures.logo?.bytes,
      creator:
        id && creatorName
          ? { id, name: creatorName, portrait: await portraitOf(publicAvatar(account)) }
          : null,
    }
  }
}
