import { manualNginx } from '#testing/manual-nginx.mjs'

/**
 * The nginx that docs/operating.md has operators put in front, as `openNginx` takes it, before the site at `siteUrl` and
 * without its certificate. `most` replaces how much is read at once, `fromOneAddress` how much one may ask for: in tests
 * everybody has the same. Throws when the manual shows another one.
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
      // Tests ask the site by the port it has, which a name on port 443 does not say.
      .replace('Host $host;', 'Host $http_host;'),
  }
}
