import { isDeepStrictEqual } from 'node:util'
import { settingNames, type SettingName, type SomeSettings } from '@touchline/contract/site-settings.ts'
import { isNull } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { conflict, invalid } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { understood } from '#site/open-site.ts'
import { withEncodedPictures } from '#site/pictures.ts'
import { lastAuthor, readVersions, type Versions } from './read-desk.ts'
import { siteVersions } from './schema.ts'

/** Locks the settings and reads them. Throws 409 when they are no longer those of `revision`. */
export async function lockVersions(tx: Transaction, revision: string): Promise<Versions> {
  await lockUntilCommit(tx, 'site settings')
  const versions = await readVersions(tx)
  if (versions.revision !== revision)
    throw conflict(
      `${lastAuthor(versions)} has changed the settings in the meantime. Nothing of yours was saved or published. Look at the newest state and try again.`,
    )
  return versions
}

export const deleteDraft = (tx: Transaction) => tx.delete(siteVersions).where(isNull(siteVersions.number))

type Change = { revision: string; settings: SomeSettings; reset?: SettingName[] | undefined }

/** Saves settings in the draft. A draft without a difference to the published version is deleted. */
export async function saveDraft(
  { db, clock, site }: Pick<Services, 'db' | 'clock' | 'site'>,
  viewer: Pick<Viewer, 'id'>,
  { revision, settings, reset = [] }: Change,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { published, draft } = await lockVersions(tx, revision)
    const inForce = understood(published?.version.settings)
    const before = draft ? understood(draft.version.settings) : inForce
    const encoded = await withEncodedPictures(settings, before, (name) => {
      const sentence = 'This file cannot be read as a picture. Choose a PNG, JPEG or WebP file.'
      throw invalid(sentence, { [`settings.${name}`]: sentence })
    })
    const given: SomeSettings = { ...before, ...encoded }
    // A setting that equals its default follows later defaults.
    const kept = settingNames.filter(
      (name) =>
        given[name] !== undefined &&
        !reset.includes(name) &&
        !isDeepStrictEqual(given[name], site.defaults[name]),
    )
    const next = Object.fromEntries(kept.map((name) => [name, given[name]]))
    await deleteDraft(tx)
    if (isDeepStrictEqual(next, inForce)) return
    await tx
      .insert(siteVersions)
      .values({ id: uuid(), settings: next, changed: [], byId: viewer.id, at: clock.now() })
  })
}
