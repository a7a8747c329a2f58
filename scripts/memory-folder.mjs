import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const roomBytes = 8 * 2 ** 30

/** Returns a folder in memory if tests have room and may run programs there, else the one of the system. */
export function folderForTemporaryFiles() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory)
    const hasRoom = Math.min(bavail * bsize, process.availableMemory?.() ?? 0) >= roomBytes
    return hasRoom && mount && !mount.split(' ')[3].split(',').includes('noexec') ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
