const prefix = 'comment-'

/** The id of a comment's element, and the hash of an address that leads to it. */
export const commentAnchor = (commentId: string) => `${prefix}${commentId}`

/** The comment that the hash of an address names. */
export const commentInHash = (hash: string) => (hash.startsWith(prefix) ? hash.slice(prefix.length) : null)
