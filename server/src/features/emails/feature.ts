import type { Feature } from '#features/feature.ts'
import { exampleEmails } from './example-emails.ts'
import type { Example } from './example.ts'
import { emailLogRoutes } from './routes.ts'

/** Features above this one add `furtherExamples`. */
export const emails = (furtherExamples: (siteUrl: string) => Example[]): Feature => ({
  routes(route, services) {
    emailLogRoutes(route, services, (siteUrl) => [...exampleEmails(siteUrl), ...furtherExamples(siteUrl)])
  },
})
