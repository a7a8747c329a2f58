import { isDeepStrictEqual } from 'node:util'
import {
  type SettingName,
  settingNames,
  type SiteDesk,
  type SiteSettings,
  type SomeSettings,
} from '@touchline/contract/site-settings.ts'
import { desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import { understood } from '#site/open-site.ts'
import { siteVersions } from './schema.ts'
import { listSecrets } from './try-out.ts'

const historyLength = 50

type Author = { id: string; firstName: string | null; lastName: string | null; email: string }
const author = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
}

const nameOf = ({ firstName, lastName, email }: Author) =>
  [firstName, lastName].filter(Boolean).join(' ') || email

const toParty = (person: Author | null) => person && { id: person.id, name: nameOf(person) }

/** The names of the settings in which two versions differ. */
export const differences = (one: SiteSettings, other: SiteSettings): SettingName[] =>
  settingNames.filter((name) => !isDeepStrictEqual(one[name], other[name]))

const newest = (db: Queryable) =>
  db
    .select({ version: siteVersions, by: author })
    .from(siteVersions)
    .leftJoin(people, eq(people.id, siteVersions.byId))
    .$dynamic()

/** The published version and the draft, as stored. The revision changes with every save and publication. */
export async function readVersions(db: Queryable) {
  const [published] = await newest(db)
    .where(isNotNull(siteVersions.number))
    .orderBy(desc(siteVersions.number))
    .limit(1)
  const [draft] = await newest(db).where(isNull(siteVersions.number))
  return {
    published: published ?? null,
    draft: draft ?? null,
    revision: `${published?.version.number ?? 0}.${draft?.version.id ?? 'none'}`,
  }
}

export type Versions = Awaited<ReturnType<typeof readVersions>>

/** Names the person of the newest save or publication. */
export const lastAuthor = ({ published, draft }: Versions): string => {
  const { by } = draft ?? published ?? { by: null }
  return by ? nameOf(by) : 'Another admin'
}

/** Returns what a new club still needs, in the order of the desk. */
export async function findMissing(db: Queryable, settings: SiteSettings, isDemo: boolean) {
  if (isDemo) return []
  const [creator] = await db
    .select({ firstName: people.firstName })
    .from(people)
    .where(eq(people.isMainInfluencer, true))
  return [
    ...(settings.name === 'Touchline' ? (['name'] as const) : []),
    ...(settings.tagline === '' ? (['tagline'] as const) : []),
    ...(settings.creatorName === null && !creator?.firstName ? (['creator'] as const) : []),
    ...(settings.supportEmail === null ? (['supportEmail'] as const) : []),
  ]
}

/** Returns everything that /admin/site shows. */
export async function readDesk({
  db,
  site,
  config,
}: Pick<Services, 'db' | 'site' | 'config'>): Promise<SiteDesk> {
  const { published, draft, revision } = await readVersions(db)
  const whole = (given: SomeSettings): SiteSettings => ({ ...site.defaults, ...given })
  const inForce = whole(understood(published?.version.settings))
  const drafted = draft && whole(understood(draft.version.settings))
  const history = await newest(db)
    .where(isNotNull(siteVersions.number))
    .orderBy(desc(siteVersions.number))
    .limit(historyLength)
  return {
    published: { number: published?.version.number ?? 0, settings: inForce },
    draft: draft &&
      drafted && {
        settings: drafted,
        changed: differences(inForce, drafted),
        at: draft.version.at.toISOString(),
        by: toParty(draft.by),
      },
    revision,
    defaults: site.defaults,
    missing: await findMissing(db, drafted ?? inForce, site.isDemo),
    history: history.map(({ version, by }) => ({
      number: version.number ?? 0,
      at: version.at.toISOString(),
      by: toParty(by),
      changed: version.changed,
      restored: version.restored,
    })),
    secrets: listSecrets({ config }),
  }
}
