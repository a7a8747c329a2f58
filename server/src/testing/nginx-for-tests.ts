import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './free-ports.ts'
import { hasNginx, startNginx } from './nginx.mjs'

export { hasNginx }

export type Nginx = { url: string; pid: number; close(): Promise<void> }

type Wanted = { locations: string; http?: string }

/** Starts an nginx on a loopback port, by default a free one; `wanted` gets its temporary folder for all files. */
export async function openNginx(wanted: (folder: string) => Wanted, given?: number): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-nginx-'))
  await chmod(folder, 0o755)
  const [port = 0] = given === undefined ? await freePorts(1) : [given]
  const { locations, http = '' } = wanted(folder)
  const nginx = await startNginx({
    folder,
    port,
    http,
    server: `listen 127.0.0.1:${port};\n${locations}`,
  })
  return {
    url: `http://127.0.0.1:${port}`,
    pid: nginx.pid!,
    async close() {
      await nginx.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
