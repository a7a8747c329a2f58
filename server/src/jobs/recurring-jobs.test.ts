import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { raiseAlert } from '#alerts/alerts.ts'
import { report } from '#testing/test-report.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { earnTip } from '#testing/months.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { quiet } from '#testing/wait-until-settled.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const within = (days: number) => {
  const from = new Date('2027-03-01T00:00:00Z')
  return club.services.jobs.dueBetween(from, new Date(from.getTime() + days * 24 * 60 * 60_000))
}

it('lists a club’s recurring jobs and their schedules', () => {
  const work = within(31).map(({ queue, cron }) => [queue, cron])
  expect(Object.fromEntries(work)).toEqual({
    'adopt-promo-codes': '7 * * * *',
    'announce-texts': '17 * * * *',
    'billing-reminders': '41 * * * *',
    'close-moderation-cases': '29 3 * * *',
    'index-captions': '*/10 * * * *',
    'notify-of-decisions': '* * * * *',
    'carry-out-departures': '27 * * * *',
    'close-statements': '5 * * * *',
    'count-insights': '* * * * *',
    'count-reach': '* * * * *',
    'delete-failed-messages': '49 3 * * *',
    'delete-old-rejections': '47 3 * * *',
    'delete-removed-files': '17 * * * *',
    'delete-webhook-deliveries': '43 3 * * *',
    'deliver-webhooks': '* * * * *',
    'end-blocks': '* * * * *',
    'end-invitations': '*/5 * * * *',
    'end-open-billing': '47 * * * *',
    'forget-agreements': '53 3 * * *',
    'forget-exports': '47 3 * * *',
    'forget-letters': '51 3 * * *',
    'forget-notices': '53 3 * * *',
    'forget-phone-numbers': '49 3 * * *',
    'forget-reset-links': '43 3 * * *',
    'forget-signups': '27 4 * * *',
    'forget-visits': '57 4 * * *',
    'forget-waitlist': '37 4 * * *',
    'provider-set-up': '41 4 * * *',
    'reconcile-daily': '20 3 * * *',
    'reconcile-hourly': '40 * * * *',
    'reconcile-signups': '* * * * *',
    'reconcile-subscriptions': '* * * * *',
    'publish-scheduled': '* * * * *',
    'recount-feed': '13 * * * *',
    'recount-insights': '57 3 * * *',
    'recount-posts': '11 * * * *',
    'recount-reach': '7 4 * * *',
    'remove-second-steps': '*/5 * * * *',
    'resume-media': '*/10 * * * *',
    'revoke-leases': '*/10 * * * *',
    'send-open-refunds': '* * * * *',
    'send-waiting-letters': '* * * * *',
    'send-waiting-payouts': '35 6 * * *',
    'settle-open-tips': '* * * * *',
    'sweep-media': '41 3 * * *',
    'sweep-positions': '17 4 * * *',
    'sweep-sessions': '*/5 * * * *',
    'sweep-uploads': '23 * * * *',
    'tell-people': '* * * * *',
    'webhook-leftovers': '17 * * * *',
  })
})

it('a failed recurring job has an alert until its next success', async () => {
  const { db } = club.services
  const failed = (subject: string) =>
    raiseAlert(db, club.services, { kind: 'job-given-up', subject, message: 'It failed.' })
  await failed('send-open-refunds')
  await failed('close-statements')
  await failed('send-payout:one job of many')
  await within(1)
    .find(({ queue }) => queue === 'send-open-refunds')!
    .run()
  expect((await openAlerts(club, 'job-given-up')).map(({ subject }) => subject)).toEqual([
    'close-statements',
    'send-payout:one job of many',
  ])
})

it('month-end work repeated after a clock change does nothing twice [R-17]', async () => {
  const startedAt = performance.now()
  const { db } = club.services
  club.clock.set(new Date('2027-03-30T12:00:00Z'))
  await earnTip(club, 10_000)
  await join(club)
  const allAt = async (moment: string) => {
    club.clock.set(new Date(moment))
    for (const { run } of within(31)) await run()
    await quiet(club)
    const { rows } = await db.execute(sql`
      select (select count(*) from payout_statements)::int as statements,
        (select count(*) from payout_lines)::int as lines, (select count(*) from ledger_journals)::int as journals,
        (select count(*) from letters)::int as letters`)
    return rows[0]
  }
  const done = await allAt('2027-04-04T00:05:00Z')
  expect(done).toMatchObject({ statements: 1, lines: 2 })
  for (const moment of ['2027-04-03T23:05:00Z', '2027-03-31T23:30:00Z', '2027-04-04T00:05:00Z'])
    expect(await allAt(moment)).toEqual(done)
  report(
    'R-17',
    'the clock set back by an hour and by four days over the end of a month: all recurring work done four times, nothing of it twice',
    { startedAt },
  )
})
