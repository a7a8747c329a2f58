import type { Site } from '@touchline/contract/site.ts'
import { type AppPath, paths } from '#paths.ts'

/** `needs` names the site feature that the page requires. */
type AdminPage = { label: string; path: AppPath; text: string; needs?: keyof Site['features'] }

/** The admin pages besides the dashboard, in order. */
const adminPages: AdminPage[] = [
  { label: 'Reports', path: paths.reports, text: 'What members reported, and what was decided.' },
  { label: 'Support', path: paths.support, text: 'What people wrote to support, and the answers.' },
  { label: 'Audit Log', path: paths.audit, text: 'What staff did about people and money.' },
  { label: 'Deletions', path: paths.deletions, text: 'Who asked to be deleted, and when it is done.' },
  { label: 'Staff', path: paths.staff, text: 'Creators and admins, and invitations.' },
  { label: 'Mail', path: paths.mail, text: 'Emails that did not arrive, and what each looks like.' },
  { label: 'Books', path: paths.books, text: 'Whether the money adds up, and refunds.' },
  { label: 'Media', path: paths.mediaHealth, text: 'Videos being processed, and what went wrong.' },
  { label: 'Health', path: paths.health, text: 'Whether the site is well, and what waits.' },
  { label: 'Rehearsal', path: paths.rehearsal, text: 'Time, trouble and test payments.', needs: 'sandbox' },
]

export const adminPagesFor = (features: Site['features']) =>
  adminPages.filter(({ needs }) => !needs || features[needs])
