/** Where the page is kept, for this browser session, that somebody must sign in for. */
export const returnPathKey = 'returnPath'

/** Remembers the page somebody must sign in for. */
export const rememberPath = () => sessionStorage.setItem(returnPathKey, location.pathname + location.search)
