import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { requestedModules, reach } from './chunks.ts'
import { membersPages } from './members-file.ts'

/**
 * The call of every signed-in page. A call of some pages only would hand its preloaded response to a later
 * one.
 */
const whoIsAsking = { rel: 'preload', as: 'fetch', crossorigin: 'anonymous', href: '/api/auth/user' }

function membersFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const everywhere = new Set<string>()
  for (const { isEntry, fileName } of chunks) if (isEntry) reach(bundle, fileName, everywhere)
  const members = chunks.filter((chunk) => requestedModules(chunk).some((id) => membersPages.test(id)))
  const needed = new Set<string>()
  for (const { fileName } of members) reach(bundle, fileName, needed)
  return [...needed].filter((file) => !everywhere.has(file))
}

/** Adds preload tags, which the server removes for visitors (`data-members`). */
export function membersPreload(): Plugin {
  return {
    name: 'touchline:members-preload',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return []
        const scripts = membersFiles(bundle).map((file) => ({ rel: 'modulepreload', href: `/${file}` }))
        return [...scripts, whoIsAsking].map((attrs): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: Object.assign({ 'data-members': true }, attrs),
          injectTo: 'head',
        }))
      },
    },
  }
}
