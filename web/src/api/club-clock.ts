import { setAhead } from '#ui/clock.ts'

/** In every answer while a rehearsal's clock is ahead; the contract's own name for it would bring the validator along. */
export const clockHeader = 'x-clock-ahead'

/** Sets the page's clock by an answer of the server, so that what is read of it is not dated in the future. */
export const setClockBy = (headers: Headers) => setAhead(Number(headers.get(clockHeader) ?? 0) * 1000)
