import { type DataType, ownDataTypes } from '@touchline/contract/exports.ts'
import { eq, type SQL } from 'drizzle-orm'
import { accessDenied } from '#errors.ts'
import { type Person, people } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { isStaff, type Viewer } from '#http/viewer.ts'

const isOwn = (type: DataType) => ownDataTypes.some((own) => own === type)

/** Whether somebody of this role may export all of these: what is about others is for creators and admins. */
export const mayExport = (viewer: Pick<Viewer, 'role'>, types: DataType[]) =>
  isStaff(viewer) || types.every(isOwn)

/** Throws 403 for data that is not this person's to take. */
export function refuseForeignData(viewer: Pick<Viewer, 'role'>, types: DataType[]) {
  if (!mayExport(viewer, types))
    throw accessDenied('You can export your profile, your comments, your likes and your tips.')
}

/** The posts somebody exports: creators their own, admins those of every creator. */
export const postsWithin = ({ role, id }: Pick<Viewer, 'role' | 'id'>): SQL | undefined =>
  role === 'admin' ? undefined : eq(posts.creatorId, id)

/** A person as a word: their name, or what stands before the @ of their address. */
export function shownName({ firstName, lastName, email }: Pick<Person, 'firstName' | 'lastName' | 'email'>) {
  return [firstName, lastName].filter(Boolean).join(' ') || email.slice(0, email.indexOf('@'))
}

export const named = { firstName: people.firstName, lastName: people.lastName, email: people.email }
