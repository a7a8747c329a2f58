let email = ''

/** Remembers the address a person has typed, to fill in the sign-in form. It is kept in memory only. */
export const rememberEmail = (typed: string) => {
  email = typed
}

export const rememberedEmail = () => email
