import type { Feature } from '#features/feature.ts'
import { exportAvatar } from './export.ts'
import { routes } from './routes.ts'

export const profiles: Feature = {
  routes,
  export: { files: { type: 'profile', entries: exportAvatar } },
}
