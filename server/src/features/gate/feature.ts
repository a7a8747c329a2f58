import { byAddress, ofTheSite, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { type CountEntry, routes } from './routes.ts'
import { forgetWaitlist, sendWaitlistEmail } from './waitlist.ts'

/** `countEntry` counts a browser that enters, by what it entered with. */
export const gate = (countEntry: CountEntry): Feature => ({
  routes: (route, services, site) => routes(route, services, countEntry(services, site)),
  jobs(services) {
    services.jobs.work('waitlist-email', ({ id }) => sendWaitlistEmail(services, String(id)))
    services.jobs.every('37 4 * * *', 'forget-waitlist', () => forgetWaitlist(services))
  },
  erase: [
    { table: 'gate_waitlist', fate: 'deleted', holds: 'their address on the waitlist', whose: byAddress },
    ...untouched(ofTheSite, 'gate_settings', 'gate_codes'),
  ],
})
