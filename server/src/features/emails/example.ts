import type { Message } from '#mail/message.ts'

/** An example email for the admin page; `when` says in a few words what triggers it. */
export type Example = { name: string; when: string; message: Message }

/** The recipient of the examples. */
export const reader = { email: 'mina@club.example', firstName: 'Mina' }

export const example = (name: string, when: string, message: Message): Example => ({ name, when, message })
