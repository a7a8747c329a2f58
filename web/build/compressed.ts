import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const formats = { br: promisify(brotliCompress), gz: promisify(gzip) }

/**
 * Precompresses every hashed script and style at the highest level, which is too slow to do per request.
 */
export function compressed(): Plugin {
  return {
    name: 'touchline:compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          const { fileName } = output
          if (!/\.(?:js|css)$/.test(fileName) || !fileName.startsWith('assets/')) continue
          const text = output.type === 'chunk' ? output.code : output.source
          for (const [ending, pack] of Object.entries(formats))
            this.emitFile({ type: 'asset', fileName: `${fileName}.${ending}`, source: await pack(text) })
        }
      },
    },
  }
}
