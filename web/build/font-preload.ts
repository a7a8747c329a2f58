import type { Plugin } from 'vite'

/**
 * Adds preload tags for the named fonts, because Vite preloads only scripts. The server sends them to visitors
 * (`data-visitors`), whose pages come as HTML; members' pages wait for scripts, which the fonts would delay.
 */
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
          attrs: {
            'data-visitors': true,
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${file}`,
            crossorigin: true,
          },
          injectTo: 'head-prepend' as const,
        }))
      },
    },
  }
}
