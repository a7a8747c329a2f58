type Counts = { views: number; likes: number; comments: number }

/**
 * Likes and comments of a hundred views, to one decimal. Null without a view, and where more people like it than were
 * seen looking: nobody was counted for a while.
 */
export const engagementOf = ({ views, likes, comments }: Counts): number | null =>
  views === 0 || likes > views ? null : Math.round(((likes + comments) / views) * 1000) / 10
