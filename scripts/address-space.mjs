import { readFileSync } from 'node:fs'

const neededMb = 2048

/**
 * Explains in a sentence why the site cannot run in the address space of this process; null if it can. In too small a
 * one Node ends with a native stack trace. Only Linux reports the limit.
 */
export function whyNoRoom(limits = readLimits()) {
  const [, bytes] = /^Max address space +(\d+)/m.exec(limits) ?? []
  const mb = Math.floor(Number(bytes) / 2 ** 20)
  return mb < neededMb
    ? `The address space of this program is limited to ${mb} MB (ulimit -v), and the site needs ${neededMb} MB: raise that limit, or limit its memory with a container or systemd's MemoryMax instead.`
    : null
}

function readLimits() {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
