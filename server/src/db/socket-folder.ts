import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const socketName = '.s.PGSQL.5432'
// sockaddr_un holds 108 bytes on Linux and 104 on macOS, the closing NUL included.
const longestSocketPath = process.platform === 'linux' ? 107 : 103

export type SocketFolder = { path: string; isTemporary: boolean }

/** A folder for the server's socket: inside `folder`, or a short temporary one where that path is too long. */
export function makeSocketFolder(folder: string): SocketFolder {
  const preferred = join(folder, 'socket')
  if (Buffer.byteLength(join(preferred, socketName)) <= longestSocketPath) {
    mkdirSync(preferred, { recursive: true, mode: 0o700 })
    return { path: preferred, isTemporary: false }
  }
  const inTemp = join(tmpdir(), 'touchline-')
  const base = Buffer.byteLength(inTemp) + 30 <= longestSocketPath ? inTemp : '/tmp/touchline-'
  return { path: mkdtempSync(base), isTemporary: true }
}
