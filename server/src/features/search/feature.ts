import type { Feature } from '#features/feature.ts'
import { routes } from './routes.ts'

export const search: Feature = { routes }
