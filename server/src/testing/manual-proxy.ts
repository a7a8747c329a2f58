import { manualNginx } from '#testing/manual-nginx.mjs'

/**
 * The nginx of docs/operating.md, without its certificate. `fromOneAddress` replaces the limit per address, because all
 * tests share one. Throws when the document has another form.
 */
export function manualProxy(
  siteUrl: string,
  { most = 40, fromOneAddress = 60_000 }: { most?: number; fromOneAddress?: number } = {},
) {
  const { http, inside } = manualNginx()
  return {
    http: http.replace('127.0.0.1:3000', new URL(siteUrl).host),
    locations: inside
      .replaceAll(/^ *(?:listen|server_name|ssl_\w+) .*$/gm, '')
      .replace('reading 40', `reading ${most}`)
      .replace('addresses 600', `addresses ${fromOneAddress}`)
      // The Host header must include the port.
      .replace('Host $host;', 'Host $http_host;'),
  }
}
