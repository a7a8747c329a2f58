import type { Message } from '#mail/message.ts'

/** A letter as an admin looks at it; `when` says in a few words what it follows. */
export type Example = { name: string; when: string; message: Message }

/** Who reads the examples. */
export const reader = { email: 'mina@club.example', firstName: 'Mina' }

export const example = (name: string, when: string, message: Message): Example => ({ name, when, message })
