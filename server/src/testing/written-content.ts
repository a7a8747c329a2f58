import { api } from '@touchline/contract/api.ts'
import type { Reportable } from '@touchline/contract/moderation.ts'
import { v7 as uuid } from 'uuid'
import { createPerson } from '#features/people/create-person.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { addComment } from '#features/comments/add-comment.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { tips } from '#features/tips/schema.ts'
import { sessionCookie } from '#http/cookies.ts'
import { type Caller, newCaller } from './caller.ts'
import type { Club } from './club.ts'

export const writtenPost = ({ services, people }: Club, content = 'A post') =>
  publishPost(services, { creatorId: people.creator.id, content, contentType: 'text' })

export async function writtenComment(club: Club, content: string, by: Caller = club.people.member) {
  const postId = await writtenPost(club)
  return addComment(club.services, { postId, personId: by.id, content })
}

/** A paid tip of the member with a message, without the provider. */
export async function writtenTip({ services, people }: Club, message: string): Promise<string> {
  const id = uuid()
  const at = services.clock.now()
  await services.db.insert(tips).values({
    id,
    fromPersonId: people.member.id,
    toPersonId: people.creator.id,
    amountCents: 500,
    message,
    status: 'completed',
    customerId: 'cus_test',
    paymentMethodId: 'pm_test',
    cardBrand: 'visa',
    cardLast4: '4242',
    createdAt: at,
    completedAt: at,
  })
  return id
}

export const report = (by: Caller, kind: Reportable, subjectId: string, words = '') =>
  by.call(api.moderation.report, { body: { kind, subjectId, rule: 'respect', words } })

export async function caseAbout(club: Club, text: string) {
  const { body } = await club.people.admin.call(api.moderation.queue, { query: { limit: 50 } })
  const found = body.cases.find(({ thing }) => thing.text === text)
  if (!found) throw new Error(`No report about “${text}”.`)
  return found
}

export async function anotherAdmin({ services }: Club, firstName: string): Promise<Caller> {
  const email = `${firstName.toLowerCase()}@club.example`
  const createdAt = services.clock.now()
  const { id } = await createPerson(services.db, { role: 'admin', firstName, email, createdAt })
  const { token } = await openSession(services, id, 'a test')
  const caller = newCaller(() => services.address.url, { id, email })
  caller.cookies.set(sessionCookie, token)
  return caller
}
