import { lazy } from 'react'
import { PersonPage } from '../features/admin/person-page.tsx'
import { ActList } from '../features/audit/act-list.tsx'

const BlockButton = lazy(async () => ({
  default: (await import('../features/blocks/block-button.tsx')).BlockButton,
}))

/** One person, with what the other features say about them. */
export const AdminPerson = () => <PersonPage block={BlockButton} acts={ActList} />
