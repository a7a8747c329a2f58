import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startNginx } from './nginx.mjs'

const manual = new URL('../../../docs/operating.md', import.meta.url)

/**
 * The nginx configuration of docs/operating.md: the directives beside its server, and those `inside` it. Throws when
 * the document has another form.
 */
export function manualNginx() {
  const examples = readFileSync(manual, 'utf8').matchAll(/```nginx\n(.*?)```/gs)
  const [, http, inside] =
    [...examples]
      .map(([, example = '']) => /^(.*)\nserver \{\n(.*)\n\}\n$/s.exec(example))
      .find((found) => found?.[1]?.includes('upstream touchline')) ?? []
  const isWhole =
    http?.includes('server 127.0.0.1:3000;') &&
    ['limit_conn reading 40;', 'limit_conn addresses 600;'].every((line) => inside?.includes(line))
  if (!http || !inside || !isWhole)
    throw new Error('docs/operating.md shows another nginx in front of the site')
  return { http, inside }
}

/** The server's directives with this machine's port, name and certificate. */
const madeLocal = (inside, { port, folder }) =>
  inside
    .replace(/listen 443 .*/, `listen 127.0.0.1:${port} ssl http2;`)
    .replace(/server_name .*/, 'server_name localhost;')
    .replace(/ssl_certificate .*/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${folder}/key.pem;`)
    // The Host header must include the port.
    .replace('Host $host;', 'Host $http_host;')

/** Makes a self-signed certificate for localhost: `cert.pem` and `key.pem` in the folder. */
export function makeCertificate(folder) {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', ...options, ...files], { stdio: 'ignore' })
}

/**
 * Starts that nginx, with TLS on a loopback `port`, in front of the site on `sitePort`. Creates `folder` for all its
 * files.
 */
export async function openManualNginx({ port, sitePort, folder }) {
  mkdirSync(folder)
  makeCertificate(folder)
  const { http, inside } = manualNginx()
  return startNginx({
    folder,
    port,
    http: http.replace('127.0.0.1:3000', `127.0.0.1:${sitePort}`),
    server: madeLocal(inside, { port, folder }),
  })
}
