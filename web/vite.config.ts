import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appFiles } from './build/app-files.ts'
import { budget } from './build/budget.ts'
import { compressed } from './build/compressed.ts'
import { previousBuilds } from './build/previous-builds.ts'
import { endpointCalls } from './build/endpoint-calls.ts'
import { fontPreload } from './build/font-preload.ts'
import { membersFile } from './build/members-file.ts'
import { membersPreload } from './build/members-preload.ts'
import { pageList } from './build/page-list.ts'
import { pageRenderer } from './build/page-renderer.ts'
import { siteProxy } from './build/site-proxy.ts'

const members = membersFile()

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react({ compiler: { reportDiagnostics: true } }),
    tailwindcss(),
    endpointCalls(),
    fontPreload('archivo', 'martian-mono'),
    budget(),
    members.plugin,
    membersPreload(),
    pageList(),
    appFiles(),
    compressed(),
    previousBuilds(),
    pageRenderer(),
  ],
  // The server puts a fresh nonce here in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // Inlined assets become data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Every browser of this target preloads modules itself.
    modulePreload: { polyfill: false },
    // What every page needs is one file: apart, the dozen pieces later pages share with it compress worse.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'entry', tags: ['$initial'] }, ...members.groups] },
        // Every page loads the names of all pieces, in which nothing but the hash does not compress.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash:7].js`,
      },
    },
    reportCompressedSize: false,
  },
  server: { proxy: siteProxy(process.env['SITE_URL'] ?? 'http://127.0.0.1:3000') },
})
