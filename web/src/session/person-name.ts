type Named = { firstName: string | null; email: string }

/** Returns the first name, or the local part of the email address. */
export const shortName = ({ firstName, email }: Named) => firstName || (email.split('@')[0] ?? email)

/** Returns the initial of the first name or email address. */
export const nameInitial = ({ firstName, email }: Named) =>
  String.fromCodePoint((firstName || email).codePointAt(0) ?? 63)
