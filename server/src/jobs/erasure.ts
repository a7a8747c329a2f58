import type { ErasureRule } from '#db/erasure-rule.ts'

export const jobErasure: ErasureRule[] = [
  {
    table: 'jobs.job',
    fate: 'deleted',
    holds: 'recent jobs about them, and push messages that name them',
    apart: 'deleteJobs',
  },
]
