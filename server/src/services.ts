import type { FastifyBaseLogger } from 'fastify'
import type { ClockSkew } from '#time/clock-skew.ts'
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import type { Address } from '#http/cookies.ts'
import type { Jobs } from '#jobs/jobs.ts'
import type { Readiness } from '#process/readiness.ts'
import type { LiveHub } from '#live/live-hub.ts'
import type { Mail } from '#mail/mail.ts'
import type { Images } from '#media/images.ts'
import type { Intake } from '#media/intake.ts'
import type { MediaPrograms } from '#media/media-programs.ts'
import type { MediaStore } from '#media/media-store.ts'
import type { Payments } from '#payments/payments.ts'
import type { SiteInForce } from '#site/open-site.ts'
import type { Clock } from '#time/clock.ts'

/** What touches the outside. A function asks only for what it uses: `Pick<Services, 'db' | 'clock'>`. */
export type Services = {
  config: Config
  address: Address
  clock: Clock
  clockWatch: ClockSkew
  life: Readiness
  db: Database
  /** A separate connection for health checks, available while all others are busy. */
  healthDb: Database
  jobs: Jobs
  mail: Mail
  live: LiveHub
  media: MediaStore
  images: Images
  intake: Intake
  programs: MediaPrograms
  /** The site's secret, from which keys are derived. */
  secret: string
  payments: Payments
  site: SiteInForce
  log: FastifyBaseLogger
}
