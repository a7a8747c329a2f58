import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { openSession } from '#features/accounts/start-session.ts'
import { people } from '#features/accounts/schema.ts'
import { sessionCookie } from '#http/cookies.ts'
import type { Caller } from '#testing/caller.ts'
import { addFans } from '#testing/fans.ts'
import type { Site } from './site-process.ts'

export type Crowd = { creator: Caller; members: Caller[] }

const clock = { now: () => new Date() }

/** The creator of a site and `count` members who paid for months, signed in, each from an address of their own. */
export const crowdOn = (site: Site, count: number): Promise<Crowd> =>
  site.inside(async (db) => {
    const ids = await addFans({ services: { db }, clock }, count)
    const [creator] = await db.select().from(people).where(eq(people.isMainInfluencer, true))
    const signIn = async (id: string, number: number) => {
      const { token } = await openSession({ db, clock }, id, 'a test')
      const caller = site.visitor(`10.1.${number >> 8}.${number & 255}`)
      caller.cookies.set(sessionCookie, token)
      return caller
    }
    const members: Caller[] = []
    for (const [number, id] of ids.entries()) members.push(await signIn(id, number + 1))
    return { creator: await signIn(creator!.id, 0), members }
  })

/** What a process holds: memory in MB, and how many files and connections are open. Linux only. */
export function heldBy(pid: string): { megabytes: number; files: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])
  return { megabytes: kilobytes / 1024, files: readdirSync(`/proc/${pid}/fd`).length }
}
