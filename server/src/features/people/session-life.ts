const dayMs = 24 * 60 * 60 * 1000

/** The longest life of a session, in milliseconds. */
export const sessionLifeMs = 60 * dayMs
/** The longest time a session stays unused, in milliseconds. */
export const idleLimitMs = 14 * dayMs
