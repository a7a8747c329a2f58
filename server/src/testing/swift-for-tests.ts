import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BucketSettings } from '#config/media-settings.ts'
import { freePorts } from './free-ports.ts'

const programs = ['proxy', 'account', 'container', 'object'] as const
const pathOf = (name: string) => `/usr/bin/swift-${name}-server`

/** Whether OpenStack Swift is installed: an S3-compatible server that Debian packages. */
export const hasSwift =
  programs.every((name) => existsSync(pathOf(name))) && existsSync('/etc/swift/swift.conf')

export type SwiftSettings = Omit<BucketSettings, 'bucket'>

type Swift = {
  settings: SwiftSettings
  close(): Promise<void>
}

const patienceMs = 100_000

const ringsScript = `
import sys
from swift.common.ring import RingBuilder
for spec in sys.argv[2:]:
    name, port = spec.split('=')
    builder = RingBuilder(1, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'device': 'd1', 'meta': '',
                     'ip': '127.0.0.1', 'port': int(port),
                     'replication_ip': '127.0.0.1', 'replication_port': int(port)})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (sys.argv[1], name))
`

// Updates of a bucket's list must be synchronous, because no updater runs later.
const settingsOf = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
conn_timeout = 30
node_timeout = 60
container_update_timeout = 60
`
const storageConfig = (name: string) => `[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`
/** The middleware requires a cache in its configuration; none listens there, and it works without. */
const proxyConfig = `[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:tempauth]
use = egg:swift#tempauth
user_club_keeper = matchday .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
`

/** Starts an S3-compatible server on loopback with its files in a temporary folder. */
export async function openSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-swift-'))
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true })
  const ports = await freePorts(programs.length)
  const rings = programs.slice(1).map((name, index) => `${name}=${ports[index + 1]}`)
  await promisify(execFile)('/usr/bin/python3', ['-c', ringsScript, folder, ...rings])
  const children: ChildProcess[] = []
  for (const [index, name] of programs.entries()) {
    const file = join(folder, `${name}.conf`)
    const config = name === 'proxy' ? proxyConfig : storageConfig(name)
    await writeFile(file, settingsOf(folder, ports[index]!) + config)
    // A killed test run takes its servers along.
    children.push(spawn('setpriv', ['--pdeathsig=KILL', pathOf(name), file], { stdio: 'ignore' }))
  }
  const close = async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(ports.map(untilListening))
  } catch (error) {
    await close()
    throw error
  }
  const settings = {
    endpoint: `http://127.0.0.1:${ports[0]}`,
    region: 'us-east-1',
    accessKeyId: 'club:keeper',
    secretAccessKey: 'matchday',
  }
  return { settings, close }
}

async function untilListening(port: number): Promise<void> {
  const latest = Date.now() + patienceMs
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (Date.now() > latest) throw error
      await wait(100)
    } finally {
      socket.destroy()
    }
  }
}
