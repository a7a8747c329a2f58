import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { requestedModules, reach } from './chunks.ts'
import { membersPages } from './members-file.ts'

/**
 * Every page asks this at once. What only some ask for must not be here: a browser hands an early answer to whoever asks
 * first, however much later, and what was refused then may be allowed by now.
 */
const whoIsAsking = { rel: 'preload', as: 'fetch', crossorigin: 'anonymous', href: '/api/auth/user' }

/** The members' file and what it imports, without what every page loads anyway. */
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
 * Asks the browser for what a member's page needs while it still reads the page, instead of one after the other. The
 * server leaves the tags with `data-members` out for who has no session.
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
