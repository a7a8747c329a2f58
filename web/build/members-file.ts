import type { Plugin, Rolldown } from 'vite'
import { publicPages } from './budget.ts'

/** What a member's browser loads first: the frame around all of their pages, and the feed. */
const membersPages = /\/shell\/(?:signed-in-frame|content-page)\.tsx$/

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
 * weigh. What a page of visitors needs is shared out first, by the pages that need it: visitors load nothing of this file.
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
    { name: 'shared', test: (id: string) => visitors.has(id), entriesAware: true, minShareCount: 2 },
    { name: 'members', test: membersPages },
  ]
  return { plugin, groups }
}
