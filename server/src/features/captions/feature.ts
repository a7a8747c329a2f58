import { ofCreators, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { indexCaptions } from './index-captions.ts'
import { routes } from './routes.ts'

export const captions: Feature = {
  routes,
  jobs(services) {
    services.jobs.every('*/10 * * * *', 'index-captions', () => indexCaptions(services))
  },
  erase: untouched(ofCreators, 'caption_cues'),
}
