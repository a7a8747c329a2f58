import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { parseMarkdown } from './parse-markdown.ts'

/** Parses `content/*.md` at build time, so that no parser and no raw HTML reaches the browser. */
export function markdown(): Plugin {
  return {
    name: 'touchline:markdown',
    enforce: 'pre',
    async load(id) {
      const [path = ''] = id.split('?')
      if (!path.endsWith('.md')) return null
      this.addWatchFile(path)
      const document = parseMarkdown(await readFile(path, 'utf8'))
      return { code: `export const document = ${JSON.stringify(document)}`, moduleType: 'js' }
    },
  }
}
