export const returnPathKey = 'returnPath'

export const rememberPath = () => sessionStorage.setItem(returnPathKey, location.pathname + location.search)
