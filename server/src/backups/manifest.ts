import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { backupFailure } from './backup-failure.ts'

/** The version of the backup format. A backup with a newer format is rejected. */
export const backupFormat = 1

export const manifestName = 'manifest.json'
export const sumName = 'manifest.sha256'

const sum = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const whole = z.int().check(z.nonnegative())
/** Paths are relative to the backup's folder, use `/`, and never leave the folder. */
const file = z.object({
  path: z.string().check(z.regex(/^(?!.*(?:^|\/)\.)[\w./-]+$/)),
  bytes: whole,
  sha256: sum,
})
export type BackupFile = z.output<typeof file>

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: whole,
  file,
})
export type BackupTable = z.output<typeof table>

const manifest = z.object({
  format: z.literal(backupFormat),
  createdAt: z.iso.datetime(),
  application: z.string(),
  postgres: z.string(),
  /** The migrations of the database, by their timestamps in the journal. */
  migrations: z.array(whole),
  tables: z.array(table),
  /** Tables whose rows are not backed up, see `excludedTables`. */
  leftOut: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  jobs: z.nullable(file),
  /** The payment sandbox's file; null with real payments. */
  sandbox: z.nullable(file),
  secret: z.object({
    /** An HMAC of `createdAt` under the site's secret, which shows whether a secret is the right one. */
    check: z.nullable(sum),
    /** The secret, encrypted with BACKUP_PASSPHRASE; null without one. */
    file: z.nullable(file),
  }),
  media: z.object({
    /** True when only the database was backed up. */
    isLeftOut: z.boolean(),
    files: z.array(z.extend(file, { key: z.string() })),
    /** Files that rows refer to and that the store had already lost. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.output<typeof manifest>

/** Every file of a backup except the manifest and its checksum. */
export const filesOf = ({ tables, jobs, sandbox, secret, media }: Manifest): BackupFile[] =>
  [...tables.map((one) => one.file), jobs, sandbox, secret.file, ...media.files].filter((one) => one !== null)

export const sumOfText = (text: string) => createHash('sha256').update(text).digest('hex')

/** Throws BackupFailure when the folder is no backup, has a newer format, or was changed. */
export async function readManifest(folder: string): Promise<Manifest> {
  const [path, sumPath] = [join(folder, manifestName), join(folder, sumName)]
  if (!existsSync(path) || !existsSync(sumPath))
    throw backupFailure(`${folder} is not a complete backup: ${manifestName} or ${sumName} is missing.`)
  const text = await readFile(path, 'utf8')
  const expected = (await readFile(sumPath, 'utf8')).slice(0, 64)
  if (sumOfText(text) !== expected)
    throw backupFailure(
      `The backup in ${folder} was changed or truncated: ${manifestName} does not match its checksum.`,
    )
  const parsed: unknown = JSON.parse(text)
  const { format } = z.object({ format: z.number() }).parse(parsed)
  if (format > backupFormat)
    throw backupFailure('This backup was made by a newer Touchline: restore it with that version.')
  return manifest.parse(parsed)
}
