import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { closeMonths, signInAgain } from '#testing/months.ts'
import { type Club, openClub } from '#testing/club.ts'
import { sendSupportMessage } from '#features/support/routes.ts'

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '"><b onclick=alert(5)>',
  '{{7*7}}${7*7}#{7*7}',
  'javascript:alert(8)',
  '&lt;b&gt;&#60;b&#62;',
  '%3Cscript%3E',
  '\u202egpj.exe\u202c',
  'e\u0301\u0327 \u{1f3f3}\ufe0f\u200d\u{1f308}',
  '=cmd|x!A1',
  '+1+cmd|x!A1',
  '-1+cmd|x!A1',
  '@SUM(1+1)',
  '*/alert(15)/*',
  'Ann\r\nBcc: thief@evil.example\r\n\r\nPay here',
  'Ann" <thief@evil.example>, "',
]

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const allEmails = async () => {
  const folder = join(club.services.config.dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

/** Nothing but invisible characters is lost in a CSV file, and nothing but apostrophes is added. */
const bare = (value: string) => value.replaceAll(/['\p{Cf}]/gu, '')

/** The headers of an email with folded lines joined. */
const headersOf = (email: string) =>
  email
    .slice(0, email.indexOf('\n\n'))
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)

it('keeps people’s names out of email headers [T-XS-04, T-IN-11]', async () => {
  for (const [number, name] of payloads.entries()) {
    const mailbox = `support${number}@club.example`
    const { services } = club
    await sendSupportMessage(services, { name, email: 'ann@club.example', message: 'Hello' }, mailbox)
    const emails = async () => (await allEmails()).filter((email) => email.includes(mailbox))
    await expect.poll(async () => (await emails()).length).toBe(1)
    const [email] = await emails()
    const headers = headersOf(email!)
    const names = headers.map((line) => line.split(':')[0]!.toLowerCase())
    expect([name, names.toSorted()]).toEqual([
      name,
      ['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to'],
    ])
    expect(headers).toContain(`To: ${mailbox}`)
    expect(headers.find((line) => line.startsWith('Content-Type:'))).toMatch(
      /^Content-Type: multipart\/alternative;/,
    )
  }
})

it('starts no spreadsheet formula with people’s names [T-XS-04]', async () => {
  const { services } = club
  const { member } = club.people
  await services.db.transaction((tx) =>
    writeJournal(tx, {
      kind: 'tip',
      providerTxn: 'txn_hostile',
      personId: member.id,
      shareBasisPoints: 7500,
      occurredAt: new Date('2027-01-10T12:00:00Z'),
      currency: 'usd',
      moves: { creator_payable: -375, platform_revenue: -125, provider_balance: 500 },
    }),
  )
  const [statement] = await closeMonths(club, '2027-02-04T00:10:00Z')
  await signInAgain(club, club.people.creator)
  for (const name of payloads) {
    await services.db.update(people).set({ firstName: name, lastName: name }).where(eq(people.id, member.id))
    const { path } = api.payouts.csv
    const answer = await club.people.creator.fetch(path.replace(':id', statement!.id))
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const text = await answer.text()
    // A cell begins a line, or follows a comma outside of quotes.
    const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(?:,|\r\n)/g)].map(([, cell]) =>
      cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!,
    )
    expect(cells.map(bare)).toContain(bare(`${name} ${name}`))
    const formulas = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?\d+\.\d\d$/.test(cell))
    expect(formulas).toEqual([])
  }
})
