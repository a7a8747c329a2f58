import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Email as ParsedEmail } from 'postal-mime'
import { type Brand, creatorShown, type LoadBrand } from './brand.ts'
import type { ErasedPerson } from './erase-emails.ts'
import { redacted } from './redact.ts'
import type { NamedPerson } from './schema.ts'
import { envelopeOf, type OutgoingEmail } from './transport.ts'

/** Records in an .eml file which account it was sent to and which people it names. */
const peopleHeader = 'X-Touchline-People'

type People = { personId: string | null; named: NamedPerson[] }

export type OutboxFolder = ReturnType<typeof openOutboxFolder>

type Options = { from: string; outboxFolder: string; siteUrl: () => string; loadBrand: LoadBrand }

/** The folder of .eml files that replaces a mail server when none is configured. */
export function openOutboxFolder({ from, outboxFolder, siteUrl, loadBrand }: Options) {
  /** Writes an email atomically, replacing one with the same id. */
  async function write(email: OutgoingEmail): Promise<void> {
    const brand = await loadBrand()
    const envelope = envelopeOf(email, { siteUrl: siteUrl(), brand })
    const people: People = { personId: email.personId ?? null, named: namedIn(email, brand) }
    const isTied = people.personId !== null || people.named.length > 0
    const headers = { ...envelope.headers, ...(isTied ? { [peopleHeader]: encode(people) } : {}) }
    const { createTransport } = await import('nodemailer')
    const fileTransport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from })
    const written = await fileTransport.sendMail({ ...envelope, headers })
    await mkdir(outboxFolder, { recursive: true, mode: 0o700 })
    const half = join(outboxFolder, `${email.id}.part`)
    await writeFile(half, written.message, { mode: 0o600 })
    await rename(half, join(outboxFolder, `${email.id}.eml`))
  }

  /** Finds the person by id, and in files without ids by address and full name. */
  async function erase(erased: ErasedPerson, at: Date): Promise<{ deleted: number; redacted: number }> {
    const { default: PostalMime } = await import('postal-mime')
    const names = await readdir(outboxFolder).catch(() => [])
    const counts = { deleted: 0, redacted: 0 }
    for (const name of names.filter((each) => each.endsWith('.eml'))) {
      const file = join(outboxFolder, name)
      const bytes = await readFile(file).catch(() => null)
      if (!bytes) continue
      const email = await PostalMime.parse(bytes)
      // The header has whole seconds.
      if (Date.parse(email.date ?? '') >= at.getTime() + 1000) continue
      const people = peopleOf(email)
      if (isTheirs(email, people, erased)) {
        await rm(file, { force: true })
        counts.deleted += 1
        continue
      }
      const without = withoutThem(email, people, erased)
      if (!without) continue
      await write({ ...without, id: name.slice(0, -'.eml'.length) })
      counts.redacted += 1
    }
    return counts
  }

  return { write, erase }
}

/** The people an email names, with the creator whose name and portrait its HTML shows. */
function namedIn(email: OutgoingEmail, brand: Brand): NamedPerson[] {
  const named = email.named ?? []
  const creator = creatorShown(email, brand)
  if (!creator || named.some(({ personId }) => personId === creator.id)) return named
  return [...named, { personId: creator.id, words: creator.name }]
}

const encode = (people: People) => Buffer.from(JSON.stringify(people)).toString('base64url')

const headerOf = ({ headers }: ParsedEmail, name: string) =>
  headers.find(({ key }) => key === name.toLowerCase())?.value

function peopleOf(email: ParsedEmail): People {
  const value = headerOf(email, peopleHeader)?.replaceAll(/\s/g, '')
  if (!value) return { personId: null, named: [] }
  try {
    // The site wrote it itself.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(Buffer.from(value, 'base64url').toString()) as People
  } catch {
    return { personId: null, named: [] }
  }
}

const addressesOf = (email: ParsedEmail) =>
  [...(email.to ?? []), ...(email.replyTo ?? [])].map(({ address }) => address?.toLowerCase())

const isTheirs = (email: ParsedEmail, people: People, erased: ErasedPerson) =>
  people.personId === erased.personId || addressesOf(email).includes(erased.email.toLowerCase())

/** The redacted email; null when it does not name the person. */
function withoutThem(
  email: ParsedEmail,
  people: People,
  erased: ErasedPerson,
): Omit<OutgoingEmail, 'id'> | null {
  const phrases = people.named
    .filter(({ personId }) => personId === erased.personId)
    .map(({ words }) => words)
  const clean = (text: string) => redacted(text, { phrases, words: erased.words })
  const [subject, text] = [email.subject ?? '', email.text ?? '']
  if (phrases.length === 0 && clean(subject) === subject && clean(text) === text) return null
  const declineUrl = headerOf(email, 'List-Unsubscribe')?.replaceAll(/[<>\s]/g, '')
  return {
    to: email.to?.[0]?.address ?? '',
    subject: clean(subject),
    text: clean(text),
    writtenAt: new Date(email.date ?? 0),
    ...(email.replyTo?.[0]?.address ? { replyTo: email.replyTo[0].address } : {}),
    ...(declineUrl ? { declineUrl } : {}),
    ...(people.personId ? { personId: people.personId } : {}),
    named: people.named.filter(({ personId }) => personId !== erased.personId),
  }
}
