import type { Plugin } from 'vite'
import { paths } from '../src/paths.ts'

/** Writes the list of page paths for the server, which returns 404 with the app for all others. */
export function pageList(): Plugin {
  return {
    name: 'touchline:page-list',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.values(paths)) })
    },
  }
}
