/** The display names of roles. */
export const roleNames = { subscriber: 'Member', creator: 'Creator', admin: 'Admin' }
