import type { Feature } from '#features/feature.ts'
import { type EmailCatalogue, exampleEmails } from './catalogue.ts'
import { emailLogRoutes } from './routes.ts'

/** `deletionEmails` belong to a feature above this one. */
export const emails = (deletionEmails: EmailCatalogue): Feature => ({
  routes(route, services) {
    emailLogRoutes(route, services, exampleEmails(deletionEmails))
  },
})
