import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './club.ts'

/** Decodes quoted-printable: joins wrapped lines and restores escaped characters. */
const unwrapped = (email: string) =>
  email
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/** The emails this run's club has sent to an address, oldest first. */
export async function emailsTo(email: string): Promise<string[]> {
  const folder = join(process.env['TOUCHLINE_E2E_FOLDER'] ?? '', 'data', 'outbox')
  const names = await readdir(folder).catch(() => [])
  const sent = names.filter((name) => name.endsWith('.eml')).toSorted()
  const emails = await Promise.all(sent.map((name) => readFile(join(folder, name), 'utf8')))
  return emails.filter((text) => text.includes(`To: ${email}`)).map(unwrapped)
}

/** Waits for an email that matches `pattern`, and returns the first group of the newest. */
export async function findInEmail(email: string, pattern: RegExp): Promise<string> {
  let found = ''
  await expect(async () => {
    const emails = (await emailsTo(email)).toReversed()
    found = emails.flatMap((text) => pattern.exec(text)?.[1] ?? [])[0] ?? ''
    expect(found).not.toBe('')
  }).toPass()
  return found
}
