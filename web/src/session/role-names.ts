/** What a role is called on screen. */
export const roleNames = { subscriber: 'Member', creator: 'Creator', admin: 'Admin' }
