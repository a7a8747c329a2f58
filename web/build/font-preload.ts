import type { Plugin } from 'vite'

/** Asks the browser for the named fonts while it still reads the page; Vite itself preloads scripts only. */
export function fontPreload(...names: string[]): Plugin {
  return {
    name: 'touchline:font-preload',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter(
          (file) => file.endsWith('.woff2') && names.some((name) => file.includes(`/${name}-`)),
        )
        return files.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head-prepend' as const,
        }))
      },
    },
  }
}
