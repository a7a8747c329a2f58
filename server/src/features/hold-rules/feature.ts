import { ofTheSite, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { routes } from './routes.ts'

export const holdRules: Feature = { routes, erase: [...untouched(ofTheSite, 'hold_rules')] }
