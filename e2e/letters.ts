import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './club.ts'

/** The letters to an address so far, as text. */
async function lettersTo(email: string): Promise<string[]> {
  const folder = join(process.env['TOUCHLINE_E2E_FOLDER'] ?? '', 'data', 'outbox')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml'))
  const letters = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  return letters.filter((letter) => letter.includes(`To: ${email}`)).map((one) => one.replaceAll('=\n', ''))
}

/** Waits for a letter to an address in which `pattern` is found, and answers its first group. */
export async function foundInLetter(email: string, pattern: RegExp): Promise<string> {
  const find = async () => (await lettersTo(email)).flatMap((letter) => pattern.exec(letter)?.[1] ?? [])
  await expect.poll(async () => (await find()).length, { timeout: 30_000 }).toBeGreaterThan(0)
  return (await find())[0] ?? ''
}
