import { lazy } from 'react'
import { PersonPage } from '../features/admin/person-page.tsx'
import { ActList } from '../features/audit/act-list.tsx'

const BlockButton = lazy(async () => ({
  default: (await import('../features/blocks/block-button.tsx')).BlockButton,
}))

/** The admin page of one person, composed from several features. */
export const AdminPerson = () => <PersonPage block={BlockButton} acts={ActList} />
