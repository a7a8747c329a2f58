import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts } from './free-ports.ts'

const program = '/usr/sbin/nginx'

/** Whether nginx is on this machine, as Debian packages it. */
export const hasNginx = existsSync(program)

export type Nginx = { url: string; pid: number; close(): Promise<void> }

/** The `http` block of a configuration: `locations` inside its one server, `http` beside it. */
type Wanted = { locations: string; http?: string }

const configOf = (folder: string, port: number, { locations, http = '' }: Wanted) => `
${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
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
    listen 127.0.0.1:${port};
    ${locations}
  }
}
`

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

/** Starts an nginx on a free port of loopback; everything it writes is in a temporary folder, `folder` in `wanted`. */
export async function openNginx(wanted: (folder: string) => Wanted): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-nginx-'))
  await chmod(folder, 0o755)
  const [port = 0] = await freePorts(1)
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configOf(folder, port, wanted(folder)))
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: see ${folder}/error.log`)
    await wait(20)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
