/** Passkeys require https. */
export const hasPasskeys = () => 'PublicKeyCredential' in window
