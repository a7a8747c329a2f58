import type { Feature } from '#features/feature.ts'
import { routes } from './routes.ts'

export const teasers: Feature = { routes }
