import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const program = '/usr/sbin/nginx'

/** Whether nginx is on this machine, as Debian packages it. */
export const hasNginx = existsSync(program)

/** As in production, nginx runs as another user than the site, and belongs to the site's group. */
const isRoot = process.getuid?.() === 0

const configOf = ({ folder, http, server }) => `
${isRoot ? 'user nobody root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 16384; }
http {
  access_log off;
  sendfile on;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${http}
  server {
    ${server}
  }
}
`

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

/**
 * Starts an nginx and waits until it answers on the loopback `port` that its `server` listens on; `http` stands beside
 * the server. All its files are in the existing `folder`.
 */
export async function startNginx({ folder, port, http = '', server }) {
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configOf({ folder, http, server }))
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: see ${folder}/error.log`)
    await wait(20)
  }
  return {
    pid: child.pid,
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
