const dayMs = 24 * 60 * 60 * 1000

export const sessionLifeMs = 60 * dayMs
/** The longest time a session stays unused, in milliseconds. */
export const idleLimitMs = 14 * dayMs
