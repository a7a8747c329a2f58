type Counts = { views: number; likes: number; comments: number }

/** Likes and comments per hundred views. Null with more likes than views: counting was off for a while. */
export const engagementOf = ({ views, likes, comments }: Counts): number | null =>
  views === 0 || likes > views ? null : Math.round(((likes + comments) / views) * 1000) / 10
