import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { backupFailure } from './backup-failure.ts'

/** Version of the form of backups; one of a later form is refused. */
export const backupFormat = 1

export const manifestName = 'manifest.json'
export const sumName = 'manifest.sha256'

const sum = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const whole = z.int().check(z.nonnegative())
/** Paths are below the folder of the backup, with `/`, and never leave it. */
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
  /** When the database was as it is here. */
  createdAt: z.iso.datetime(),
  /** Version of the application that made it. */
  application: z.string(),
  /** Version of the PostgreSQL it was read from. */
  postgres: z.string(),
  /** The migrations the database has, by the times in their journal. */
  migrations: z.array(whole),
  tables: z.array(table),
  /** Tables whose rows are left out: sessions and links that were ended since must stay so. */
  leftOut: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  jobs: z.nullable(file),
  /** The books of the payment sandbox, where payments are a rehearsal. */
  sandbox: z.nullable(file),
  secret: z.object({
    /** An HMAC of `createdAt` under the site's secret: tells whether a secret is the right one. */
    check: z.nullable(sum),
    /** The secret, sealed with BACKUP_PASSPHRASE; null where there was none. */
    file: z.nullable(file),
  }),
  media: z.object({
    /** True where only the database was backed up. */
    isLeftOut: z.boolean(),
    files: z.array(z.extend(file, { key: z.string() })),
    /** Files that rows name and the store had lost already. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.output<typeof manifest>

/** Every file of a backup but the manifest and its sum. */
export const filesOf = ({ tables, jobs, sandbox, secret, media }: Manifest): BackupFile[] =>
  [...tables.map((one) => one.file), jobs, sandbox, secret.file, ...media.files].filter((one) => one !== null)

export const sumOfText = (text: string) => createHash('sha256').update(text).digest('hex')

/** Reads what a backup says of itself. Throws BackupFailure for what is none, is of a later form, or was changed. */
export async function readManifest(folder: string): Promise<Manifest> {
  const [path, sumPath] = [join(folder, manifestName), join(folder, sumName)]
  if (!existsSync(path) || !existsSync(sumPath))
    throw backupFailure(
      `${folder} is not a backup, or not a whole one: ${manifestName} or ${sumName} is missing.`,
    )
  const text = await readFile(path, 'utf8')
  const expected = (await readFile(sumPath, 'utf8')).slice(0, 64)
  if (sumOfText(text) !== expected)
    throw backupFailure(
      `The backup in ${folder} was changed or cut short: ${manifestName} does not match its sum.`,
    )
  const said: unknown = JSON.parse(text)
  const { format } = z.object({ format: z.number() }).parse(said)
  if (format > backupFormat)
    throw backupFailure('This backup was made by a newer Touchline: restore it with that version.')
  return manifest.parse(said)
}
