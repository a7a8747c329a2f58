/** The session storage key for the page to return to after signing in. */
export const returnPathKey = 'returnPath'

/** Saves the page to return to after signing in. */
export const rememberPath = () => sessionStorage.setItem(returnPathKey, location.pathname + location.search)
