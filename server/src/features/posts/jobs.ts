import { tellOfMedium } from '#features/drafts/tell-of-medium.ts'
import { recountFeed } from './feed/recount-posts.ts'
import { mediaJobs } from '#features/media/jobs.ts'
import type { Services } from '#services.ts'
import { followMedium } from './follow-medium.ts'
import { recountPosts } from './recount.ts'

/** Declares the background work of posts and of the media they show. */
export function postJobs(services: Services): void {
  services.jobs.every('11 * * * *', 'recount-posts', async () => {
    await recountPosts(services)
  })
  services.jobs.every('13 * * * *', 'recount-feed', async () => {
    await recountFeed(services)
  })
  mediaJobs(services, {
    async onSettled(tx, medium) {
      await followMedium(services, tx, medium)
      await tellOfMedium(services, tx, medium)
    },
  })
}
