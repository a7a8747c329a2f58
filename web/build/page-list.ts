import type { Plugin } from 'vite'
import { paths } from '../src/paths.ts'

/** Writes the addresses at which there is a page, for the server: at all others it answers 404 with the same screen. */
export function pageList(): Plugin {
  return {
    name: 'touchline:page-list',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.values(paths)) })
    },
  }
}
