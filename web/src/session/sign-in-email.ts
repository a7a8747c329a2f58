let email = ''

/** Remembers the typed address for the sign-in form, in memory only. */
export const rememberEmail = (typed: string) => {
  email = typed
}

export const rememberedEmail = () => email
