import { type DataType, ownDataTypes } from '@touchline/contract/exports.ts'
import { accessDenied } from '#errors.ts'
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
