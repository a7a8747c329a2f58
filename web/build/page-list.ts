import type { Plugin } from 'vite'
import { paths } from '../src/paths.ts'

/** The server returns 404 with the app for all other paths. */
export function pageList(): Plugin {
  return {
    name: 'touchline:page-list',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.values(paths)) })
    },
  }
}
