import { recountFeed } from './feed/recount-posts.ts'
import type { Services } from '#services.ts'
import { countPostBytes } from './count-bytes.ts'
import { recountPosts } from './recount.ts'

/** Declares the background work of posts. */
export function postJobs(services: Services): void {
  countPostBytes(services)
  services.jobs.every('11 * * * *', 'recount-posts', async () => {
    await recountPosts(services)
  })
  services.jobs.every('13 * * * *', 'recount-feed', async () => {
    await recountFeed(services)
  })
}
