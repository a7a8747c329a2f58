import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const manual = new URL('../../../docs/operating.md', import.meta.url)
const program = '/usr/sbin/nginx'

/** Whether nginx is on this machine, as Debian packages it. */
export const hasNginx = existsSync(program)

/**
 * The nginx that docs/operating.md has operators put in front: what stands in its `http` block beside the server, and what
 * stands `inside` that. Throws when the manual shows another one.
 */
export function manualNginx() {
  const examples = readFileSync(manual, 'utf8').matchAll(/```nginx\n(.*?)```/gs)
  const [, http, inside] =
    [...examples]
      .map(([, example = '']) => /^(.*)\nserver \{\n(.*)\n\}\n$/s.exec(example))
      .find((found) => found?.[1]?.includes('upstream touchline')) ?? []
  const isWhole = http?.includes('server 127.0.0.1:3000;') && inside?.includes('limit_conn reading 40;')
  if (!http || !inside || !isWhole)
    throw new Error('docs/operating.md shows another nginx in front of the site')
  return { http, inside }
}

/** The lines of the manual's server with a port, a name and a certificate of this machine. */
const madeLocal = (inside, { port, folder }) =>
  inside
    .replace(/listen 443 .*/, `listen 127.0.0.1:${port} ssl http2;`)
    .replace(/server_name .*/, 'server_name localhost;')
    .replace(/ssl_certificate .*/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${folder}/key.pem;`)
    // The site is asked by the port it has, which a name on port 443 does not say.
    .replace('Host $host;', 'Host $http_host;')

function makeCertificate(folder) {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', ...options, ...files], { stdio: 'ignore' })
}

const isThere = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

/**
 * Starts the manual's nginx, with TLS on a `port` of loopback, before the site on `sitePort`. Everything it writes is in
 * `folder`, which is made. Answers how to end it.
 */
export async function openManualNginx({ port, sitePort, folder }) {
  mkdirSync(folder)
  makeCertificate(folder)
  const { http, inside } = manualNginx()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    [
      process.getuid?.() === 0 ? 'user root;' : '',
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`,
      `http { access_log off; ${temporary.join(' ')}`,
      http.replace('127.0.0.1:3000', `127.0.0.1:${sitePort}`),
      `server {\n${madeLocal(inside, { port, folder })}\n} }`,
    ].join('\n'),
  )
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'ignore'] })
  while (!(await isThere(port))) {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start: ${readFileSync(join(folder, 'error.log'), 'utf8')}`)
    await setTimeout(20)
  }
  return async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}
