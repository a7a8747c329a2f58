import { join } from 'node:path'
import { startFailure } from './start-failure.ts'

// How PostgreSQL speaks of files that are not as it left them.
const damage =
  /checkpoint record|pg_control|invalid (?:magic|page|record|length)|checksum|corrupt|not a valid (?:data|database)|is missing|could not (?:open|read|find|access) (?:file|directory|redo)|unexpected (?:pageaddr|timeline)|WAL ends before/i
const circumstance = /No space left|Permission denied|Too many open files|Cannot allocate|shared memory/i

/** The last words of a server, as a sentence. */
export function lastOf(log: string): string {
  const lines = log.trim().split('\n').slice(-4)
  return `It said: ${lines.join(' / ') || 'nothing'}`
}

/**
 * Why a server of ours did not start, for the operator: DataDamaged where its files are not as it left them, and
 * nothing but a backup brings them back; else DatabaseUnavailable.
 */
export function whyNotStarted(
  folder: string,
  { how, log, error }: { how: string; log: string; error: unknown },
): Error {
  const fatal = log.split('\n').filter((line) => /PANIC|FATAL|ERROR/.test(line) && damage.test(line))
  if (fatal.length === 0 || circumstance.test(log))
    return startFailure('DatabaseUnavailable', `The database did not start (${how}). ${lastOf(log)}`, error)
  const words = fatal[0]!.replace(/^.*?(?=PANIC|FATAL|ERROR)/, '')
  return startFailure(
    'DataDamaged',
    `The database in ${join(folder, 'cluster')} is damaged and was left as it is (${words}). Set DATA_DIR to a new folder and bring the newest backup back: npm run restore -- FOLDER.`,
    error,
  )
}
