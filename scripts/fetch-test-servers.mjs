import { existsSync } from 'node:fs'
import { installDebianPackage } from './install-debian-package.mjs'
import { say } from './say.mjs'

const servers = [
  {
    missing: 'There is no nginx: the tests behind one are skipped',
    packages: { '/usr/sbin/nginx': 'nginx-light' },
  },
  {
    missing: 'There is no PgBouncer: the tests behind one are skipped',
    packages: { '/usr/sbin/pgbouncer': 'pgbouncer' },
  },
  {
    missing: 'There is no S3-compatible server: the tests with a bucket are skipped',
    packages: {
      '/usr/bin/swift-proxy-server': 'swift-proxy',
      '/usr/bin/swift-account-server': 'swift-account',
      '/usr/bin/swift-container-server': 'swift-container',
      '/usr/bin/swift-object-server': 'swift-object',
    },
  },
]

export async function fetchTestServers() {
  for (const { missing, packages } of servers) {
    for (const [program, name] of Object.entries(packages))
      if (!existsSync(program) && mayInstall() && !(await installDebianPackage(name, `Installing ${name}`)))
        break
    if (!Object.keys(packages).every((program) => existsSync(program)))
      say(`${missing} (${Object.values(packages).join(', ')}).`)
  }
}

// Debian starts a server on installation; without a service manager that can be prevented.
function mayInstall() {
  process.env.RUNLEVEL = '1'
  return !existsSync('/run/systemd/system')
}
