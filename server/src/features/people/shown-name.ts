import { type Person, people } from './schema.ts'

export const nameColumns = { firstName: people.firstName, lastName: people.lastName, email: people.email }

export function shownName({ firstName, lastName, email }: Pick<Person, 'firstName' | 'lastName' | 'email'>) {
  return [firstName, lastName].filter(Boolean).join(' ') || email.slice(0, email.indexOf('@'))
}
