import { existsSync } from 'node:fs'
import { programOnPath } from './project.mjs'
import { runAnnounced } from './run-announced.mjs'

/** Whether this is a Debian whose packages this process may install. */
export function isRootOnDebian() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && Boolean(programOnPath('apt-get'))
}

// A freshly booted system updates its packages and holds both locks of apt. Only an installation can wait for them.
const lockLimitSeconds = 300
const refreshWhenUnlocked = `
  for second in $(seq ${lockLimitSeconds}); do
    output=$(apt-get update -q 2>&1) && exit
    case $output in *'not get lock'*) sleep 1 ;; *) break ;; esac
  done
  echo "$output"
  exit 1`

let isRefreshed = false

export async function installDebianPackage(name, sentence) {
  if (!isRootOnDebian()) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  try {
    if (!isRefreshed)
      await runAnnounced('Refreshing the list of Debian packages', 'sh', ['-c', refreshWhenUnlocked], { env })
    isRefreshed = true
    const patience = ['-o', `DPkg::Lock::Timeout=${lockLimitSeconds}`]
    const args = ['install', '-y', '-q', '--no-install-recommends', ...patience, name]
    await runAnnounced(sentence, 'apt-get', args, { env })
    return true
  } catch {
    return false
  }
}
