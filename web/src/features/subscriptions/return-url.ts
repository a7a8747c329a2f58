/** The absolute URL of `path`, to return to after a payment on another page. */
export const returnUrlTo = (path: string) => new URL(path, window.location.origin).href
