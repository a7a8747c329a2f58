import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './build/budget.ts'
import { fontPreload } from './build/font-preload.ts'
import { markdown } from './build/markdown.ts'

const server = 'http://127.0.0.1:3000'
const quietZod = fileURLToPath(new URL('./src/api/quiet-zod.ts', import.meta.url))

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react({ compiler: { reportDiagnostics: true } }),
    tailwindcss(),
    markdown(),
    fontPreload('archivo', 'martian-mono'),
    budget(),
  ],
  resolve: {
    alias: [{ find: /^zod\/mini$/, replacement: quietZod }],
  },
  // The server puts a fresh nonce here in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // Inlined assets become data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Every browser of this target preloads modules itself.
    modulePreload: {
      polyfill: false,
      // What is fetched beside a page finds most of what it needs there; only pages say ahead what they need, in a list
      // that weighs on the first download.
      resolveDependencies: (file, needed) => (/-(?:page|frame)-/.test(file) ? needed : []),
    },
    reportCompressedSize: false,
    // React in one file: split by who needs which part of it, it weighs more on the first download.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules\/react\// }] } },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/media': server,
      '/sandbox': server,
      '/ws': { target: server, ws: true },
    },
  },
})
