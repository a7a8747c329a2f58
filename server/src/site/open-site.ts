import { isDeepStrictEqual } from 'node:util'
import { type MarkdownDocument, parseMarkdown } from '@touchline/contract/markdown-document.ts'
import {
  type DocumentName,
  type PictureName,
  settingNames,
  type SiteSettings,
  siteSettings,
  type SiteTexts,
  type SomeSettings,
} from '@touchline/contract/site-settings.ts'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config/config.ts'
import type { Queryable } from '#db/database.ts'
import type { LiveHub } from '#live/live-hub.ts'
import { setDateForm } from '#time/format-date.ts'
import { defaultSettings, fixedTexts } from './default-settings.ts'
import { pictureOf, type SitePicture } from './pictures.ts'

/** One version of the settings, and what is derived from it. The objects stay the same until a publication. */
export type SiteVersionInForce = {
  settings: SiteSettings
  texts: SiteTexts
  documents: Record<DocumentName, MarkdownDocument>
  pictures: Record<PictureName, SitePicture | null>
}

/** The settings of the site as this process knows them. A publication by any process arrives within seconds. */
export type SiteInForce = Readonly<SiteVersionInForce> & {
  readonly isDemo: boolean
  readonly defaults: SiteSettings
  readonly portraitUrl: string | null
  readonly followers: number | null
  /** Counts below it are not shown. */
  readonly fewestShown: number
  /** Reads the published settings again. Throws when the database does not answer. */
  reload(): Promise<void>
  close(): void
}

export const toVersion = (settings: SiteSettings): SiteVersionInForce => {
  const { landing, plan, joining, benefits, gate, rules, terms, privacy, about } = settings
  return {
    settings,
    pictures: {
      logo: pictureOf('logo', settings.logo),
      portrait: pictureOf('portrait', settings.portrait),
      cover: pictureOf('cover', settings.cover),
    },
    texts: { landing, plan, joining, benefits, gate, rules },
    documents: {
      terms: parseMarkdown(terms),
      privacy: parseMarkdown(privacy),
      about: parseMarkdown(about),
    },
  }
}

/** Returns the stored settings that this version of the site understands. Others keep their default. */
export function understood(stored: unknown): SomeSettings {
  const given = new Map(Object.entries(stored ?? {}))
  const pairs = settingNames.flatMap((name) => {
    if (!given.has(name)) return []
    const { success, data } = siteSettings.shape[name].safeParse(given.get(name))
    return success ? [[name, data]] : []
  })
  return Object.fromEntries(pairs)
}

async function readPublished(db: Queryable): Promise<SomeSettings> {
  const { rows } = await db.execute<{ settings: unknown }>(
    sql`select settings from site_versions where number is not null order by number desc limit 1`,
  )
  return understood(rows[0]?.settings)
}

const retryMs = 1000

type Options = {
  db: Queryable
  live: LiveHub
  log: Pick<FastifyBaseLogger, 'warn'>
  config: Pick<Config, 'asksPhone' | 'accessCode'>
  isDemo: boolean
}

/** Loads the published settings, and again whenever a process publishes others: no request reads them. */
export async function openSite({ db, live, log, config, isDemo }: Options): Promise<SiteInForce> {
  const defaults = await defaultSettings({ isDemo, config })
  const read = async () => toVersion({ ...defaults, ...(await readPublished(db)) })
  let version = await read()
  setDateForm(version.settings.dates)
  let last: Promise<void> = Promise.resolve()
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const readAgain = async () => {
    const next = await read()
    // Equal settings keep their objects, and what was made from them.
    if (isClosed || isDeepStrictEqual(next.settings, version.settings)) return
    version = next
    setDateForm(next.settings.dates)
  }
  // One after the other: an older publication never replaces a later one.
  const reload = () => {
    last = last.then(readAgain, readAgain)
    return last
  }
  const follow = () => {
    clearTimeout(retry)
    reload().catch((err: unknown) => {
      if (isClosed) return
      log.warn({ err }, 'reading the settings of the site failed, will retry')
      retry = setTimeout(follow, retryMs).unref()
    })
  }
  live.onChange((what) => {
    if (what === undefined || what === 'site') follow()
  })

  return {
    get settings() {
      return version.settings
    },
    get texts() {
      return version.texts
    },
    get documents() {
      return version.documents
    },
    get pictures() {
      return version.pictures
    },
    isDemo,
    defaults,
    ...fixedTexts({ isDemo }),
    reload,
    close() {
      isClosed = true
      clearTimeout(retry)
    },
  }
}
