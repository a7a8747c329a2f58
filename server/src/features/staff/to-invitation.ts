import type { Invitation } from '@touchline/contract/staff.ts'
import type { invitations } from './schema.ts'

type Row = Pick<typeof invitations.$inferSelect, 'id' | 'role' | 'email' | 'createdAt' | 'expiresAt'>

export const toInvitation = ({ id, role, email, createdAt, expiresAt }: Row): Invitation => ({
  id,
  role,
  email: email ?? '',
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
