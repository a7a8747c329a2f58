import type { Site } from './site.ts'
import type { DocumentName, SiteTexts } from './site-settings.ts'
import type { FrontPosts, Teaser } from './teasers.ts'

/** The names in the browser's cache of what the server embeds in a page. */
export const pageKeys = {
  site: ['site'],
  texts: ['site', 'texts'],
  document: (name: DocumentName) => ['site', 'document', name],
  session: ['session'],
  teasers: ['teasers'],
  teaser: (postId: string) => ['teasers', postId.toLowerCase()],
}

/**
 * Spares the first render its requests. `rendered` is the path whose HTML the page has, `gate` for that of the gate.
 * `aheadMs`: as far is the clock of the simulator ahead.
 */
export type PageData = {
  rendered: string | null
  cache: { key: readonly unknown[]; data: unknown }[]
  aheadMs?: number
}

/** The public pages that search engines may list. */
export const listedPaths: readonly string[] = ['/', '/influencer-info', '/terms', '/privacy', '/rules']

/** What the render of a page depends on. A missing page has no path of its own. */
export type RenderInput = {
  path: string
  isGateClosed: boolean
  site: Site
  texts: SiteTexts
  /** With the front page. */
  front?: FrontPosts
  /** With the page of a shared post. */
  teaser?: Teaser | null
  /** As in `PageData`. */
  aheadMs?: number
}

/**
 * HTML of a page with its title and description; `path` as in `rendered` of `PageData`. The rules of `styles` replace
 * the style attributes, which the content security policy refuses.
 */
export type RenderedPage = {
  path: string | null
  html: string
  styles: string
  title: string
  description: string
}

/** The module that `npm run build` makes of web/src/render-page.tsx. */
export type PageRenderer = {
  renderPage(input: RenderInput, cache: PageData['cache']): Promise<RenderedPage>
  /** The public pages that are rendered, besides those of posts. */
  publicPaths: readonly string[]
  /** The pages that are rendered for members, when their posts come with them. */
  memberPaths: readonly string[]
  /** The pages for links in emails, which open without the gate and are not rendered. */
  emailLinkPaths: readonly string[]
}
