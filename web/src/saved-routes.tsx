import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { members } from './route-groups.tsx'

/* Pages that also work offline. */

const saved = createRoute({
  getParentRoute: () => members,
  path: paths.saved,
  component: lazyRouteComponent(() => import('./features/saved/saved-page.tsx'), 'SavedPage'),
})
const savedPost = createRoute({
  getParentRoute: () => members,
  path: paths.savedPost,
  component: lazyRouteComponent(() => import('./shell/saved-post-page.tsx'), 'SavedPost'),
})

export const savedRoutes = [saved, savedPost] as const
