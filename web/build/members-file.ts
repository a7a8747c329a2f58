import type { Plugin, Rolldown } from 'vite'
import { publicPages } from './budget.ts'

/** The first modules of signed-in pages: the frame, the feed, and what it shares with home. */
export const membersPages = /\/(?:shell\/signed-in-frame|posts\/(?:content-page|post-links))\.tsx$/

/** The validator and the contract, for members and for public pages with forms. */
const checks = /\/zod\/v4\/(?:core|mini)\/|\/contract\/src\/(?:endpoint|people|text)\.ts$/

const icons = [
  'arrow-left|arrow-right|arrow-up|audio-lines|badge-check|bell|chart-line|chevron-left|chevron-right|circle-check-big',
  'clapperboard|corner-down-right|download|hand-coins|heart|info|message-circle|mic|monitor|moon|pin|play|search',
  'settings|shield-check|sun|user-round|video|x',
].join('|')
/** Small modules shared by the frame, the feed and most public pages. */
const common = new RegExp(
  [
    `/lucide-react/dist/esm/(?:createLucideIcon|Icon|context|shared/.*|icons/(?:${icons}))\\.mjs$`,
    '/ui/(?:badge|input|is-mobile|logo|skeleton)\\.tsx?$',
    '/people/may-send-tips\\.ts$',
    '/session/expired-session\\.ts$',
    '/use(?:Query|Mutation)\\.js$',
  ].join('|'),
)

/** What dialogs share with the toasts, which every page fetches after its first content. */
const layers =
  /\/@radix-ui\/(?:primitive|react-(?:collection|compose-refs|context|dismissable-layer|portal|presence|primitive|slot|use-[a-z-]+))\//

function reach(context: Rolldown.PluginContext, ids: readonly string[], seen = new Set<string>()) {
  for (const id of ids) {
    if (seen.has(id)) continue
    seen.add(id)
    reach(context, context.getModuleInfo(id)?.importedIds ?? [], seen)
  }
  return seen
}

/**
 * Bundles the frame and the feed into one file, because twenty small ones load more slowly. What they share
 * with public pages goes into two others.
 */
export function membersFile() {
  const visitors = new Set<string>()
  const plugin: Plugin = {
    name: 'touchline:members-file',
    apply: 'build',
    buildEnd() {
      reach(
        this,
        [...this.getModuleIds()].filter((id) => publicPages.test(id)),
        visitors,
      )
    },
  }
  const groups = [
    { name: 'checks', test: checks },
    { name: 'common', test: common },
    {
      name: 'shared',
      test: (id: string) => visitors.has(id),
      entriesAware: true,
      entriesAwareMergeThreshold: 1000,
      minShareCount: 2,
    },
    { name: 'layers', test: layers },
    { name: 'members', test: membersPages },
  ]
  return { plugin, groups }
}
