import type { Plugin, Rolldown } from 'vite'
import { publicPages } from './budget.ts'

/** What a member's browser loads first: the frame around all of their pages, and the feed. */
export const membersPages = /\/shell\/(?:signed-in-frame|content-page)\.tsx$/

/** The validator, and what the contract checks with it: for members, and for pages of visitors that check a form. */
const checks = /\/zod\/v4\/(?:core|mini)\/|\/quiet-zod\.ts$|\/contract\/src\/(?:endpoint|people|text)\.ts$/

const icons = 'arrow-up|badge-check|corner-down-right|heart|message-circle|search|x'
/** What the frame and the feed draw and ask with, and most pages of visitors too: fourteen files of some hundred bytes. */
const common = new RegExp(
  [
    `/lucide-react/dist/esm/(?:createLucideIcon|Icon|context|shared/.*|icons/(?:${icons}))\\.mjs$`,
    '/ui/(?:input|logo|skeleton)\\.tsx$',
    '/session/expired-session\\.ts$',
    '/(?:mutationObserver|useMutation|useQuery)\\.js$',
  ].join('|'),
)

/** Modules and all that they import before they can run. */
function reach(context: Rolldown.PluginContext, ids: readonly string[], seen = new Set<string>()) {
  for (const id of ids) {
    if (seen.has(id)) continue
    seen.add(id)
    reach(context, context.getModuleInfo(id)?.importedIds ?? [], seen)
  }
  return seen
}

/**
 * What only members need of the frame and the feed comes as one file: some twenty apart cost a browser more than they
 * weigh. What pages of visitors need as well is in two, and the rest of that is shared out by the pages that need it:
 * visitors load nothing of this file.
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
    { name: 'shared', test: (id: string) => visitors.has(id), entriesAware: true, minShareCount: 2 },
    { name: 'members', test: membersPages },
  ]
  return { plugin, groups }
}
