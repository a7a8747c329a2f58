import { readFileSync } from 'node:fs'
import { type Nginx, openNginx } from './nginx-for-tests.ts'

const document = new URL('../../../docs/scaling.md', import.meta.url)

/** The nginx of docs/scaling.md that caches segments: what stands beside its server, and its locations. */
function documentedCdn() {
  const examples = readFileSync(document, 'utf8').matchAll(/```nginx\n(.*?)```/gs)
  const example = [...examples].map(([, text = '']) => text).find((text) => text.includes('proxy_cache_path'))
  const [, http, inside] = /^(.*)\nserver \{\n(.*)\n\}\n$/s.exec(example ?? '') ?? []
  if (!http || !inside?.includes('proxy_pass http://127.0.0.1:3000;'))
    throw new Error('docs/scaling.md shows another cache for segments')
  return { http, inside }
}

/**
 * Starts it on a loopback `port` in front of the site, without its certificate. `log` names a file in which every
 * response is a line: its cache status, the bytes sent, and the bytes received from the site.
 */
export function openCdn({
  port,
  siteUrl,
  log,
}: {
  port: number
  siteUrl: string
  log?: string
}): Promise<Nginx> {
  const { http, inside } = documentedCdn()
  return openNginx((folder) => {
    const format = "log_format traffic '$upstream_cache_status $bytes_sent $upstream_bytes_received';"
    return {
      http: `${http.replace('/var/cache/nginx/segments', `${folder}/segments`)}\n${log ? format : ''}`,
      locations: `${inside
        .replaceAll(/^ *(?:listen|server_name|ssl_\w+) .*$/gm, '')
        .replace('http://127.0.0.1:3000', siteUrl)}
        add_header X-Cache $upstream_cache_status always;
        ${log ? `access_log ${log} traffic;` : ''}`,
    }
  }, port)
}
