const dayMs = 24 * 60 * 60 * 1000

/** How long a session lasts at most, in milliseconds. */
export const sessionLifeMs = 60 * dayMs
/** How long a session lasts without being used, in milliseconds. */
export const idleLimitMs = 14 * dayMs
