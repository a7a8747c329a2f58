import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { requestedModules, reach } from './chunks.ts'
import { membersPages } from './members-file.ts'

/**
 * The calls that every signed-in page makes at once. Do not add calls that only some pages make: the browser hands a
 * preloaded response to the first matching call, however late, and a refusal may be outdated by then.
 */
const whoIsAsking = { rel: 'preload', as: 'fetch', crossorigin: 'anonymous', href: '/api/auth/user' }

/** Returns the members' file and its imports, without those of the entry. */
function membersFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const everywhere = new Set<string>()
  for (const { isEntry, fileName } of chunks) if (isEntry) reach(bundle, fileName, everywhere)
  const members = chunks.filter((chunk) => requestedModules(chunk).some((id) => membersPages.test(id)))
  const needed = new Set<string>()
  for (const { fileName } of members) reach(bundle, fileName, needed)
  return [...needed].filter((file) => !everywhere.has(file))
}

/**
 * Adds preload tags for the files and calls of signed-in pages. The server removes the tags with `data-members` for
 * visitors without a session.
 */
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
