import { api } from '@touchline/contract/api.ts'
import { rollUp } from '#features/insights/roll-up.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { bookMoney } from './booked.ts'
import type { Club } from './club.ts'
import { signInAgain } from './months.ts'
import { addMovements, newMembership } from './membership-movements.ts'

/** From September 2026 to May 10, 2027, with every kind of gain, loss and payment. */
export async function simulateNineMonths(club: Club): Promise<void> {
  await bookMonths(club)
  await moveMembers(club)
  await receivePost(club)
  club.clock.set(new Date('2027-05-10T00:00:00Z'))
  await signInAgain(club, club.people.creator)
  await rollUp(club.services.db, club.clock.now())
}

const cents = -1299

async function moveMembers(club: Club) {
  const lost = (at: string) => ({ kind: 'lost_by_choice', at, members: -1, cents }) as const
  // Before the six months: this member's leaving counts in none of them.
  await addMovements(club, [newMembership('2026-09-05T10:00:00Z'), lost('2026-10-05T10:00:00Z')])
  for (let one = 0; one < 24; one += 1) {
    const joined = newMembership(`2026-1${one % 3}-05T10:00:00Z`)
    if (one < 20)
      await addMovements(club, [joined, lost(`2027-0${(one % 4) + 1}-0${(one % 9) + 1}T00:00:00Z`)])
    else await addMovements(club, [joined])
  }
  const failed = { kind: 'lost_by_failed_payment', members: -1, cents } as const
  const recovered = { kind: 'recovered', members: 1, cents: 1299 } as const
  await addMovements(club, [
    newMembership('2026-11-08T10:00:00Z'),
    { ...failed, at: '2027-01-08T10:00:00Z' },
    { ...recovered, at: '2027-02-01T00:00:00Z' },
    { kind: 'repriced', at: '2027-02-08T10:00:00Z', members: 0, cents: -299 },
  ])
  await addMovements(club, [
    newMembership('2026-12-31T23:59:59Z'),
    { kind: 'taken_back', at: '2027-03-31T23:59:59Z', members: -1, cents },
  ])
  // Joined and left within a month.
  await addMovements(club, [newMembership('2027-03-01T00:00:00Z'), lost('2027-03-31T00:00:00Z')])
  await addMovements(club, [newMembership('2027-04-02T00:00:00Z'), lost('2027-05-02T00:00:00Z')])
  await addMovements(club, [newMembership('2027-05-03T00:00:00Z')])
}

async function bookMonths(club: Club) {
  const personId = club.people.member.id
  for (const month of ['2026-09', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05'])
    for (const day of ['01T00:00:00Z', '02T12:00:00Z'])
      await bookMoney(club, 'subscription', `${month}-${day}`, [1299, 974], { personId })
  await bookMoney(club, 'tip', '2027-04-30T23:59:59Z', [500, 375], { personId })
  const paid = await bookMoney(club, 'subscription', '2027-02-28T23:59:59Z', [1299, 974], { personId })
  await bookMoney(club, 'refund', '2027-05-01T00:00:00Z', [-1299, -974], { personId, paymentJournalId: paid })
}

async function receivePost(club: Club) {
  const { creator, member, otherMember } = club.people
  const id = await publishPost(club.services, {
    creatorId: creator.id,
    title: 'Back four',
    content: 'In a line',
    contentType: 'text',
  })
  for (const one of [member, otherMember]) await one.call(api.posts.countViews, { body: { postIds: [id] } })
  await member.call(api.posts.like, { params: { id } })
}
