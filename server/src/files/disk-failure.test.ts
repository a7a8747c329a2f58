import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { diskSentence } from './disk-failure.ts'

const coded = (facts: object, message = 'failed') => Object.assign(new Error(message), facts)
const failureOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

it.each([
  ['a file', coded({ code: 'ENOSPC', path: '/data/media' }), 'The disk of /data/media is full'],
  ['SQLite', coded({ code: 'ERR_SQLITE_ERROR', errcode: 13 }), 'The disk of /data is full'],
  ['PostgreSQL', new Error('Failed query', { cause: coded({ code: '53100' }) }), 'The disk of /data is full'],
  ['a read-only disk', coded({ code: 'EROFS', path: '/backups' }), '/backups is on a read-only disk'],
  [
    'a foreign folder',
    coded({ code: 'EACCES', path: '/backups' }),
    'This user may not read or write /backups',
  ],
])('names the disk when %s fails', (_what, error, sentence) => {
  expect(diskSentence(error, '/data')).toContain(sentence)
})

it.each([
  ['a port that may not be opened', coded({ code: 'EACCES', address: '0.0.0.0', port: 80 })],
  ['a lock that is held', coded({ code: 'ERR_SQLITE_ERROR', errcode: 5 })],
  ['a query that is wrong', coded({ code: '42601' })],
  ['anything else', 'words'],
])('leaves %s to others', (_what, error) => {
  expect(diskSentence(error, '/data')).toBeNull()
})

it('recognises SQLite’s error for an unwritable folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-failure-'))
  mkdirSync(join(folder, 'is-a-folder'))
  writeFileSync(join(folder, 'file'), '')
  chmodSync(join(folder, 'file'), 0o600)
  for (const name of ['is-a-folder', 'file/lock', 'missing/lock'])
    expect(
      diskSentence(
        failureOf(() => new DatabaseSync(join(folder, name))),
        folder,
      ),
    ).toContain(folder)
  rmSync(folder, { recursive: true })
})
