import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { requestedModules, reach } from './chunks.ts'
import { membersPages } from './members-file.ts'

/** The page that members open first, in a file of its own. */
const homePage = /\/shell\/member-home\.tsx$/

/** The files of a page with their imports, without those of `before`. */
function filesOf(bundle: Rolldown.OutputBundle, page: RegExp, before: ReadonlySet<string>): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const needed = new Set<string>()
  for (const chunk of chunks)
    if (requestedModules(chunk).some((id) => page.test(id))) reach(bundle, chunk.fileName, needed)
  return [...needed].filter((file) => !before.has(file))
}

function entryFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>()
  for (const output of Object.values(bundle))
    if (output.type === 'chunk' && output.isEntry) reach(bundle, output.fileName, files)
  return files
}

const scripts = (files: string[]) => files.map((file) => ({ rel: 'modulepreload', href: `/${file}` }))

const tag =
  (mark: string | true) =>
  (attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { 'data-members': mark, ...attrs },
    injectTo: 'head',
  })

/** Adds preload tags, which the server sends to members (`data-members`), some on the home page only. */
export function membersPreload(): Plugin {
  return {
    name: 'touchline:members-preload',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return []
        const entry = entryFiles(bundle)
        const members = filesOf(bundle, membersPages, entry)
        const home = filesOf(bundle, homePage, new Set([...entry, ...members]))
        return [...scripts(members).map(tag(true)), ...scripts(home).map(tag('home'))]
      },
    },
  }
}
