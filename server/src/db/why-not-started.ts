import { join } from 'node:path'
import { startFailure } from './start-failure.ts'
import { ConfigProblem } from '#config/config-problem.ts'

// How PostgreSQL speaks of files that are not as it left them.
const damage =
  /checkpoint record|pg_control|invalid (?:magic|page|record|length)|checksum|corrupt|not a valid (?:data|database)|is missing|could not (?:open|read|find|access) (?:file|directory|redo)|unexpected (?:pageaddr|timeline)|WAL ends before/i
const circumstance = /No space left|Permission denied|Too many open files|Cannot allocate|shared memory/i

/** What a server logged before it ended, as a sentence: its failures and hints, or else its last lines. */
export function lastOf(log: string): string {
  const all = log.trim().split('\n')
  const failures = all.filter((line) => /(?:PANIC|FATAL|ERROR|HINT): /.test(line))
  const lines = (failures.length > 0 ? failures : all).slice(-4)
  return `It said: ${lines.join(' / ') || 'nothing'}`
}

/**
 * Why a server of ours did not start, for the operator: DataDamaged where its files are not as it left them, and
 * nothing but a backup brings them back; DiskFull; else DatabaseUnavailable.
 */
export function whyNotStarted(
  folder: string,
  { how, log, error }: { how: string; log: string; error: unknown },
): Error {
  const fatal = log.split('\n').filter((line) => /PANIC|FATAL|ERROR/.test(line) && damage.test(line))
  if (/has wrong ownership/.test(log))
    return new ConfigProblem([
      `The database in ${folder} belongs to another user: run this command as its owner, with sudo -u.`,
    ])
  if (/No space left on device/.test(log))
    return startFailure('DiskFull', `The disk of ${folder} is full: make room there first.`, error)
  if (fatal.length === 0 || circumstance.test(log))
    return startFailure('DatabaseUnavailable', `The database did not start (${how}). ${lastOf(log)}`, error)
  const words = fatal[0]!.replace(/^.*?(?=PANIC|FATAL|ERROR)/, '')
  return startFailure(
    'DataDamaged',
    `The database in ${join(folder, 'cluster')} is damaged and was left as it is (${words}). Set DATA_DIR to a new folder and bring the newest backup back: npm run restore -- FOLDER.`,
    error,
  )
}
