import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The real ffmpeg, slowed down to playing speed, so that tests can observe it. */
export async function slowFfmpeg() {
  const folder = await mkdtemp(join(tmpdir(), 'slow-ffmpeg-'))
  const real = execFileSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).trim()
  const [program, sign, refusal] = [join(folder, 'ffmpeg'), join(folder, 'slow'), join(folder, 'refuse')]
  const script = [
    '#!/bin/sh',
    `if [ "$1" = -nostdin ] && rm '${refusal}' 2>/dev/null; then exit 1; fi`,
    `if [ "$1" = -nostdin ] && [ -e '${sign}' ]; then exec '${real}' -re "$@"; fi`,
    `exec '${real}' "$@"\n`,
  ].join('\n')
  await writeFile(program, script)
  await chmod(program, 0o755)
  return {
    searchPath: [folder, process.env['PATH']].join(delimiter),
    slow: () => writeFile(sign, ''),
    fast: () => rm(sign, { force: true }),
    /** The next process exits as if it was stopped while starting. */
    refuseOnce: () => writeFile(refusal, ''),
    /** The ids of this process's running ffmpegs. */
    running: () =>
      readdirSync('/proc')
        .filter((id) => /^\d+$/.test(id) && existsSync(`/proc/${id}/stat`))
        .filter((id) => isOurs(id) && bodyOf(id).includes('-re'))
        .map(Number),
    remove: () => rm(folder, { recursive: true }),
  }
}

const readGently = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
const bodyOf = (id: string) => readGently(`/proc/${id}/cmdline`).split('\0')
const isOurs = (id: string) =>
  readGently(`/proc/${id}/stat`).split(') ')[1]?.split(' ')[1] === String(process.pid)
