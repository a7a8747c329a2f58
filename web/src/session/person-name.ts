type Named = { firstName: string | null; email: string }

/** The first name, or the part of the e-mail address before the @. */
export const shortName = ({ firstName, email }: Named) => firstName || (email.split('@')[0] ?? email)

/** The first letter of the first name or of the e-mail address. */
export const nameInitial = ({ firstName, email }: Named) =>
  String.fromCodePoint((firstName || email).codePointAt(0) ?? 63)
