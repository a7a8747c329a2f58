/** How often a post was seen: `1 view`, `1,204 views`. */
export const viewsInWords = (count: number) =>
  count === 1 ? '1 view' : `${count.toLocaleString('en-US')} views`
