import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type ResolvedConfig } from 'vite'

const entry = fileURLToPath(new URL('../src/render-page.tsx', import.meta.url))

/**
 * Builds the module with which the server renders public pages. It bundles React, which the server does not
 * have.
 */
export function pageRenderer(): Plugin {
  let config: ResolvedConfig | undefined
  let isWritten = false
  return {
    name: 'touchline:page-renderer',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    writeBundle() {
      isWritten = true
    },
    async closeBundle() {
      if (!config || !isWritten) return
      const { root, build: output } = config
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        plugins: [react()],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: entry,
          outDir: join(output.outDir, 'rendering'),
          emptyOutDir: true,
          target: 'es2023',
          minify: false,
          rolldownOptions: { output: { entryFileNames: 'render-page.js' } },
        },
      })
    },
  }
}
