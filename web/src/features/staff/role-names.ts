import type { StaffRole } from '@touchline/contract/staff.ts'

export const roleNames: Record<StaffRole, string> = { creator: 'Creator', admin: 'Admin' }
