/** Where somebody comes back to who had to leave `path` to pay; providers want whole addresses. */
export const returnUrlTo = (path: string) => new URL(path, window.location.origin).href
