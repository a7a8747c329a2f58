import type { Viewer } from '#http/viewer.ts'

/** Whether a viewer may see the picture of a person: members those of everybody, who is no member their own. */
export const maySeeAvatar = (viewer: Pick<Viewer, 'id' | 'hasAccess'>, personId: string) =>
  viewer.hasAccess || viewer.id === personId
