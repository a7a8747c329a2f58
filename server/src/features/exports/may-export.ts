import { type DataType, ownDataTypes } from '@touchline/contract/exports.ts'
import { eq, type SQL } from 'drizzle-orm'
import { accessDenied } from '#errors.ts'
import { type Person, people } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { isStaff, type Viewer } from '#http/viewer.ts'

const isOwn = (type: DataType) => ownDataTypes.some((own) => own === type)

/** True when this role may export these types. Only staff may export data about others. */
export const mayExport = (viewer: Pick<Viewer, 'role'>, types: DataType[]) =>
  isStaff(viewer) || types.every(isOwn)

/** Throws 403 for data types that the viewer may not export. */
export function refuseForeignData(viewer: Pick<Viewer, 'role'>, types: DataType[]) {
  if (!mayExport(viewer, types))
    throw accessDenied('You can export your profile, your comments, your likes and your tips.')
}

/** The posts that a viewer exports: creators their own, admins all. */
export const exportablePosts = ({ role, id }: Pick<Viewer, 'role' | 'id'>): SQL | undefined =>
  role === 'admin' ? undefined : eq(posts.creatorId, id)

/** A person's name, or the local part of their email address. */
export function shownName({ firstName, lastName, email }: Pick<Person, 'firstName' | 'lastName' | 'email'>) {
  return [firstName, lastName].filter(Boolean).join(' ') || email.slice(0, email.indexOf('@'))
}

export const nameColumns = { firstName: people.firstName, lastName: people.lastName, email: people.email }
