import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { createPerson } from '#features/people/create-person.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { people } from '#features/people/schema.ts'
import { sessionCookie } from '#http/cookies.ts'
import type { Caller } from '#testing/caller.ts'
import { addFans } from '#testing/fans.ts'
import type { Site } from './site-process.ts'

export type Crowd = { creator: Caller; creators: Caller[]; members: Caller[] }

const clock = { now: () => new Date() }

/**
 * A site's creator (`creators` in all) and `count` paying members, signed in, each from their own address.
 */
export const crowdOn = (
  site: Pick<Site, 'inside' | 'visitor'>,
  count: number,
  { creators = 1 } = {},
): Promise<Crowd> =>
  site.inside(async (db) => {
    const ids = await addFans({ services: { db }, clock }, count)
    const [main] = await db.select().from(people).where(eq(people.isMainInfluencer, true))
    const signIn = async (id: string, number: number) => {
      const { token } = await openSession({ db, clock }, id, 'a test')
      const caller = site.visitor(`10.1.${number >> 8}.${number & 255}`)
      caller.cookies.set(sessionCookie, token)
      return caller
    }
    const members: Caller[] = []
    for (const [number, id] of ids.entries()) members.push(await signIn(id, number + 1))
    const creator = await signIn(main!.id, 0)
    const others: Caller[] = []
    for (let number = 1; number < creators; number += 1) {
      const email = `creator-${number}@club.example`
      const { id } = await createPerson(db, { email, role: 'creator', createdAt: clock.now() })
      others.push(await signIn(id, count + number))
    }
    return { creator, creators: [creator, ...others], members }
  })

/** A process's memory in MB and its open files and connections. Linux only. */
export function heldBy(pid: string): { megabytes: number; files: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])
  return { megabytes: kilobytes / 1024, files: readdirSync(`/proc/${pid}/fd`).length }
}
