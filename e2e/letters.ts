import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './club.ts'

/** Lines that were wrapped and letters that were escaped for the way, as they were written. */
const unwrapped = (letter: string) =>
  letter
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/** The letters the club of this run has sent to an address, oldest first. */
export async function lettersTo(email: string): Promise<string[]> {
  const folder = join(process.env['TOUCHLINE_E2E_FOLDER'] ?? '', 'data', 'outbox')
  const names = await readdir(folder).catch(() => [])
  const sent = names.filter((name) => name.endsWith('.eml')).toSorted()
  const letters = await Promise.all(sent.map((name) => readFile(join(folder, name), 'utf8')))
  return letters.filter((letter) => letter.includes(`To: ${email}`)).map(unwrapped)
}

/** The address in the newest letter to somebody that begins so; waits until there is one. */
export async function linkTo(email: string, beginning: RegExp): Promise<string> {
  let link = ''
  await expect(async () => {
    const newest = (await lettersTo(email)).at(-1) ?? ''
    link = new RegExp(`${beginning.source}[^\\s"<]*`).exec(newest)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 20_000 })
  return link
}
