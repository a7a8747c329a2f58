import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { deniedUnless, onlyFor } from '#session/guards.ts'
import { toAuditSearch } from './features/audit/audit-search.ts'
import { toBooksSearch } from './features/ledger/books-search.ts'
import { toAdminSearch } from './shell/admin-search.ts'
import { members } from './route-groups.tsx'

/* Pages for admins only. */

const admin = createRoute({
  getParentRoute: () => members,
  path: paths.admin,
  validateSearch: toAdminSearch,
  beforeLoad: deniedUnless(null, 'admin'),
  component: lazyRouteComponent(() => import('./shell/admin-page.tsx'), 'AdminPage'),
})
const adminPerson = createRoute({
  getParentRoute: () => members,
  path: paths.adminPerson,
  beforeLoad: deniedUnless(null, 'admin'),
  component: lazyRouteComponent(() => import('./shell/admin-person-page.tsx'), 'AdminPerson'),
})
const audit = createRoute({
  getParentRoute: () => members,
  path: paths.audit,
  validateSearch: toAuditSearch,
  beforeLoad: deniedUnless(null, 'admin'),
  component: lazyRouteComponent(() => import('./features/audit/audit-page.tsx'), 'AuditPage'),
})
const staff = createRoute({
  getParentRoute: () => members,
  path: paths.staff,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/staff/staff-page.tsx'), 'StaffPage'),
})
const books = createRoute({
  getParentRoute: () => members,
  path: paths.books,
  validateSearch: toBooksSearch,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/ledger/books-page.tsx'), 'BooksPage'),
})
const mediaHealth = createRoute({
  getParentRoute: () => members,
  path: paths.mediaHealth,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/media/media-page.tsx'), 'MediaPage'),
})
const health = createRoute({
  getParentRoute: () => members,
  path: paths.health,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/health/health-page.tsx'), 'HealthPage'),
})
const reports = createRoute({
  getParentRoute: () => members,
  path: paths.reports,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/moderation/reports-page.tsx'), 'ReportsPage'),
})
const support = createRoute({
  getParentRoute: () => members,
  path: paths.support,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/support/support-page.tsx'), 'SupportPage'),
})
const deletions = createRoute({
  getParentRoute: () => members,
  path: paths.deletions,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(
    () => import('./features/account-deletion/deletions-page.tsx'),
    'DeletionsPage',
  ),
})
const mail = createRoute({
  getParentRoute: () => members,
  path: paths.mail,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/emails/mail-page.tsx'), 'MailPage'),
})
const rehearsal = createRoute({
  getParentRoute: () => members,
  path: paths.rehearsal,
  beforeLoad: onlyFor('admin'),
  component: lazyRouteComponent(() => import('./features/simulator/simulator-page.tsx'), 'SimulatorPage'),
})

export const adminRoutes = [
  admin,
  adminPerson,
  audit,
  staff,
  books,
  mediaHealth,
  health,
  reports,
  support,
  deletions,
  mail,
  rehearsal,
] as const
