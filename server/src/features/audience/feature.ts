import { by, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { answersOf } from './answers.ts'
import { routes } from './routes.ts'

export const audience: Feature = {
  routes,
  erase: [
    {
      table: 'audience_answers',
      fate: 'deleted',
      holds: 'the age group and country they gave',
      whose: by('person_id'),
    },
    ...untouched('totals of these answers by group, without names', 'audience_shown'),
  ],
  export: {
    profile: async ({ db }, viewer) => ({ toldForStatistics: await answersOf(db, viewer.id) }),
  },
}
