/** The figures of the public pages. */
export const figureNames = [
  'posts',
  'members',
  'signupMembers',
  'followers',
  'rating',
  'support',
  'signupToday',
] as const
export type FigureName = (typeof figureNames)[number]

/** The figures that the site counts itself. */
export const countedFigures: readonly FigureName[] = ['posts', 'members', 'signupMembers']
