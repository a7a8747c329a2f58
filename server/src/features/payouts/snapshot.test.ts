import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { changeTerms } from '#features/ledger/terms.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { type Club, openClub } from '#testing/club.ts'
import { closeMonths, earnTip, signInAgain } from '#testing/months.ts'

const tipsInJanuary = 60

let club: Club
let january: string
beforeAll(async () => {
  club = await openClub()
  const { db } = club.services
  // A hostile display name.
  await db
    .update(people)
    .set({ firstName: '=HYPERLINK("http://evil.example")', lastName: 'O\'Neil, "Jr"' })
    .where(eq(people.id, club.people.member.id))
  for (let number = 1; number <= tipsInJanuary; number += 1)
    await book('tip', `2027-01-10T12:00:${String(number % 3).padStart(2, '0')}Z`, 500, 375, 7500)
  await book('subscription', '2027-01-11T12:00:00Z', 1299, 974, 7500)
  await book('refund', '2027-01-20T12:00:00Z', -1299, -974, null)
  const [statement] = await closeMonths(club, '2027-02-04T00:10:00Z')
  january = statement?.id ?? ''
  club.clock.set(new Date('2027-02-10T00:00:00Z'))
  await earnTip(club, 2000)
  for (const name of ['admin', 'creator', 'otherCreator', 'member'] as const)
    await signInAgain(club, club.people[name])
})
afterAll(() => club.close())

let entries = 0
async function book(
  kind: 'tip' | 'subscription' | 'refund',
  at: string,
  gross: number,
  part: number,
  shareBasisPoints: number | null,
) {
  entries += 1
  await club.services.db.transaction((tx) =>
    writeJournal(tx, {
      kind,
      providerTxn: `txn_${entries}`,
      personId: club.people.member.id,
      shareBasisPoints,
      occurredAt: new Date(at),
      currency: 'usd',
      moves: { creator_payable: -part, platform_revenue: part - gross, provider_balance: gross },
    }),
  )
}

const read = (id: string, query: { group?: 'tips' | 'refunds'; before?: string; limit?: number }) =>
  club.people.creator.call(api.payouts.lines, { params: { id }, query })

const januaryCents = tipsInJanuary * 375

describe('the creator’s page', () => {
  it('shows earnings, held and payable amounts and the terms [PAYOUT-1]', async () => {
    const { body } = await club.people.creator.call(api.payouts.overview)
    expect(body).toMatchObject({
      earnedThisMonthCents: 1500,
      paidCents: 0,
      running: {
        month: '2027-02-01',
        closesAt: '2027-03-04T00:00:00.000Z',
        openingCents: januaryCents,
        closingCents: januaryCents + 1500,
        heldCents: 1500,
        groups: [{ group: 'tips', count: 1, amountCents: 1500 }],
      },
      shares: {
        subscription: { priceCents: 1299, creatorCents: 974, basisPoints: 7500 },
        tip: { priceCents: 500, creatorCents: 375, basisPoints: 7500 },
      },
      statements: [{ id: january, month: '2027-01-01', state: 'closed', payableCents: januaryCents }],
      hasMore: false,
    })
    expect((await club.people.admin.call(api.payouts.overview)).body).toEqual(body)
  })

  it('shows groups that lead from the opening to the closing balance [PAYOUT-1]', async () => {
    const { body } = await club.people.creator.call(api.payouts.show, { params: { id: january } })
    expect(body.groups).toEqual([
      { group: 'subscriptions', count: 1, amountCents: 974 },
      { group: 'tips', count: tipsInJanuary, amountCents: januaryCents },
      { group: 'refunds', count: 1, amountCents: -974 },
    ])
    const { openingCents, closingCents } = body.statement
    expect(body.groups.reduce((sum, { amountCents }) => sum + amountCents, openingCents)).toBe(closingCents)
  })

  it('pages through lines once, also by group and for the current month', async () => {
    const seen: string[] = []
    let before: string | undefined
    do {
      const { body } = await read(january, { group: 'tips', limit: 25, ...(before ? { before } : {}) })
      seen.push(...body.lines.map(({ id }) => id))
      before = body.next ?? undefined
    } while (before)
    expect([seen.length, new Set(seen).size]).toEqual([tipsInJanuary, tipsInJanuary])
    expect((await read(january, { group: 'refunds' })).body.lines).toMatchObject([
      {
        amountCents: -974,
        grossCents: -1299,
        shareBasisPoints: null,
        occurredAt: '2027-01-20T12:00:00.000Z',
      },
    ])
    expect((await read('running', {})).body.lines).toMatchObject([
      { group: 'tips', amountCents: 1500, grossCents: 2000, shareBasisPoints: 7500 },
    ])
    expect(await read(january, { before: 'yesterday' })).toMatchObject({ status: 400 })
  })

  it('hides statements of another creator', async () => {
    const { otherCreator, member } = club.people
    expect((await otherCreator.call(api.payouts.overview)).body).toMatchObject({
      earnedThisMonthCents: 0,
      running: { closingCents: 0, groups: [] },
      statements: [],
    })
    const params = { id: january }
    expect(await otherCreator.call(api.payouts.show, { params })).toMatchObject({ status: 404 })
    expect(await otherCreator.call(api.payouts.csv, { params })).toMatchObject({ status: 404 })
    expect(await otherCreator.call(api.payouts.lines, { params: { id: 'running' } })).toMatchObject({
      status: 404,
    })
    expect(await member.call(api.payouts.show, { params })).toMatchObject({ status: 403 })
  })
})

describe('the CSV file', () => {
  it('contains every line, adds up and escapes formulas [PAYOUT-1]', async () => {
    const reply = await club.people.creator.fetch(`/api/payouts/${january}/csv`)
    expect(reply.headers.get('content-type')).toContain('text/csv')
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="statement-2027-01.csv"')
    const file = Buffer.from(await reply.arrayBuffer())
    expect(file.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
    const rows = file.toString().split('\r\n')
    expect(rows.pop()).toBe('')
    expect(rows).toHaveLength(1 + 1 + tipsInJanuary + 2)
    const who = '"\'=HYPERLINK(""http://evil.example"") O\'Neil, ""Jr"""'
    expect(rows.find((row) => row.includes('refunds'))).toMatch(
      /^"2027-01-20T12:00:00\.000Z","refunds","'=HYPERLINK.*,-12\.99,.*,-9\.74,/,
    )
    expect(rows.filter((row) => row.includes(who))).toHaveLength(tipsInJanuary + 2)
    const parts = rows.slice(1).map((row) => Math.round(Number(/(-?\d+\.\d\d),[^,]*$/.exec(row)?.[1]) * 100))
    expect(parts.reduce((sum, cents) => sum + cents, 0)).toBe(januaryCents)
  })
})

describe('the terms', () => {
  it('apply to later payments and record who changed them', async () => {
    const { admin, creator } = club.people
    const before = (await creator.call(api.payouts.showTerms)).body
    expect(before.current).toMatchObject({ subscriptionShareBasisPoints: 7500, holdDays: 7 })
    const wish = { subscriptionShareBasisPoints: 8000, tipShareBasisPoints: 5000, holdDays: 3, graceDays: 5 }
    club.clock.advance(1000)
    await admin.call(api.payouts.changeTerms, { body: wish })
    expect((await admin.call(api.payouts.changeTerms, { body: wish })).body.history).toMatchObject([
      { ...wish, changedBy: 'Ada' },
      { subscriptionShareBasisPoints: 7500, changedBy: null },
    ])
    // Provider times have a resolution of one second.
    club.clock.advance(1000)
    await earnTip(club, 2000)
    const { body } = await creator.call(api.payouts.lines, { params: { id: 'running' } })
    expect(body.lines).toMatchObject([
      { amountCents: 1000, shareBasisPoints: 5000 },
      { amountCents: 1500, shareBasisPoints: 7500 },
    ])
    const { shares } = (await creator.call(api.payouts.overview)).body
    expect([shares.subscription.creatorCents, shares.tip.creatorCents]).toEqual([1039, 250])
    for (const wrong of [
      { ...wish, holdDays: 91 },
      { ...wish, tipShareBasisPoints: 10_001 },
      { ...wish, graceDays: 1.5 },
    ])
      expect(await admin.call(api.payouts.changeTerms, { body: wrong })).toMatchObject({ status: 400 })
    expect(await creator.call(api.payouts.changeTerms, { body: wish })).toMatchObject({ status: 403 })
    expect(before.isGraceConfigured).toBe(false)
  })

  it('stay unchanged where a change omits them', async () => {
    const { admin } = club.people
    const { current } = (await admin.call(api.payouts.showTerms)).body
    club.clock.advance(1000)
    const { body } = await admin.call(api.payouts.changeTerms, { body: { holdDays: 4 } })
    expect(body.current).toMatchObject({
      subscriptionShareBasisPoints: current.subscriptionShareBasisPoints,
      tipShareBasisPoints: current.tipShareBasisPoints,
      graceDays: current.graceDays,
      holdDays: 4,
    })
  })

  it('refuse a grace period other than the configured one', async () => {
    const configured = await openClub({ GRACE_DAYS: '9' })
    const { admin } = configured.people
    expect((await admin.call(api.payouts.showTerms)).body).toMatchObject({
      isGraceConfigured: true,
      current: { graceDays: 9 },
    })
    configured.clock.advance(1000)
    expect(await admin.call(api.payouts.changeTerms, { body: { graceDays: 5 } })).toMatchObject({
      status: 409,
      message: expect.stringContaining('GRACE_DAYS'),
    })
    const { body } = await admin.call(api.payouts.changeTerms, { body: { graceDays: 9, holdDays: 4 } })
    expect(body.current).toMatchObject({ graceDays: 9, holdDays: 4 })
    await configured.close()
  })

  it('keep both of two concurrent changes in the history', async () => {
    const { admin } = club.people
    const wish = { subscriptionShareBasisPoints: 7000, tipShareBasisPoints: 7000, holdDays: 1, graceDays: 1 }
    const historyNow = async () => (await admin.call(api.payouts.showTerms)).body.history
    const before = await historyNow()
    club.clock.advance(1000)
    const answers = await Promise.all(
      [2, 3, 4, 4].map((holdDays) => admin.call(api.payouts.changeTerms, { body: { ...wish, holdDays } })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const after = await historyNow()
    const added = after.slice(0, after.length - before.length)
    expect(new Set(added.map(({ holdDays }) => holdDays))).toEqual(new Set([2, 3, 4]))
    const moment = new Date(club.clock.now().getTime() + 1000)
    const stopped = { ...club.services, clock: { now: () => moment } }
    await Promise.all([5, 6, 7].map((holdDays) => changeTerms(stopped, { holdDays }, admin.id)))
    expect((await historyNow()).length).toBe(after.length + 3)
  })
})
