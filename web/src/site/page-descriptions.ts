import type { Site } from '@touchline/contract/site.ts'
import type { SiteTexts } from '@touchline/contract/site-settings.ts'
import { paths } from '#paths.ts'

const about: Record<string, (site: Site, texts: SiteTexts) => string> = {
  [paths.login]: ({ name }) => `Sign in to ${name}.`,
  [paths.signup]: ({ name, creator }) => `Join ${name}. ${creator.tagline}`.trim(),
  [paths.influencerInfo]: ({ name, creator }) =>
    `${creator.name ?? 'The creator'} and ${name}: who is behind it, what members get, and what the platform promises.`,
  [paths.terms]: ({ name }) =>
    `The terms of service of ${name}: membership, payments, cancellation and conduct.`,
  [paths.privacy]: ({ name }) => `What ${name} collects, what it is used for, and the rights you have.`,
  [paths.rules]: ({ name }, { rules }) => rules.lead || `The rules of ${name}.`,
}

/** What a search engine shows below the title of a page. */
export const descriptionOf = (path: string, site: Site, texts: SiteTexts): string =>
  about[path]?.(site, texts) ?? (site.creator.tagline || `${site.name}: a members’ club.`)
