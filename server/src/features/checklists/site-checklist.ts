import { type SiteChecklist, siteSteps } from '@touchline/contract/checklists.ts'
import { sql } from 'drizzle-orm'
import { installationChecks } from '#features/health/installation-checks.ts'
import { findMissing } from '#features/site-settings/read-desk.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

type Deps = Pick<Services, 'address' | 'config' | 'clock' | 'db' | 'healthDb' | 'media' | 'programs' | 'site'>

type Found = {
  hasSecondStep: boolean
  invited: string | null
  creator: string | null
  hasPost: boolean
  hasPaid: boolean
  isDismissed: boolean
}

async function find({ db, clock }: Deps, viewer: Viewer): Promise<Found> {
  const { rows } = await db.execute<Found>(sql`
    select
      (select has_two_factor or has_passkey from people where id = ${viewer.id}) as "hasSecondStep",
      (select email from invitations
        where role = 'creator' and ended_at is null and expires_at > ${clock.now()}
        order by created_at desc limit 1) as invited,
      (select coalesce(first_name, email) from people where is_main_influencer) as creator,
      exists(select from posts where status = 'ready') as "hasPost",
      exists(select from memberships where paid_through is not null) as "hasPaid",
      exists(select from checklist_marks where person_id is null) as "isDismissed"`)
  const [found] = rows
  if (!found) throw new Error('the checklist query returned no row')
  return found
}

type Step = { isDone: boolean; text: string | null }

const step = (isDone: boolean, text: string | null = null): Step => ({ isDone, text })

/** Health exempts a site that is only tried out; the way to a first member needs all of it. */
async function ofCheck(name: 'payments' | 'mail' | 'gate' | 'backup', services: Deps): Promise<Step> {
  const fault = await installationChecks[name].fault(services).catch(() => 'This could not be checked.')
  return step(fault === null, fault)
}

const missingTexts = {
  tagline: 'the tagline',
  creator: 'the name of the creator',
  supportEmail: 'the support address',
}

function creatorStep({ creator, invited }: Found, hasMailServer: boolean): Step {
  if (creator !== null) return step(true, `${creator} has joined.`)
  if (invited !== null) return step(true, `${invited} has not accepted yet.`)
  return step(
    false,
    hasMailServer
      ? 'The invitation is emailed, and its link can be copied.'
      : 'No mail server is set up: copy the link of the invitation and send it yourself.',
  )
}

/** Reads from the state of the site how far a new club is. */
export async function readSiteChecklist(services: Deps, viewer: Viewer): Promise<SiteChecklist> {
  const { address, config, db, site } = services
  const [found, missing, mail, gate, backup, payments] = await Promise.all([
    find(services, viewer),
    findMissing(db, site.settings, false),
    ofCheck('mail', services),
    ofCheck('gate', services),
    ofCheck('backup', services),
    config.payments.stripe
      ? ofCheck('payments', services)
      : step(false, 'Payments are simulated: set STRIPE_SECRET_KEY and run npm run payments:setup.'),
  ])
  const texts = missing.flatMap((name) => (name === 'name' ? [] : missingTexts[name]))
  const steps: Record<(typeof siteSteps)[number], Step> = {
    twoFactor: step(found.hasSecondStep),
    name: step(!missing.includes('name')),
    creator: creatorStep(found, config.mail.smtpUrl !== null),
    texts: step(texts.length === 0, texts.length === 0 ? null : `Missing: ${texts.join(', ')}.`),
    payments,
    mail,
    gate,
    firstPost: step(found.hasPost, found.hasPost ? null : 'The creator publishes it.'),
    testPurchase: step(found.hasPaid),
    backup,
  }
  return {
    isDismissed: found.isDismissed,
    steps: siteSteps.map((name) => ({ name, ...steps[name] })),
    joinUrl: `${address.url}/signup`,
  }
}
