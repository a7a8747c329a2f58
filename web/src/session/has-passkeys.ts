/** Whether this browser supports passkeys at this address; they require https. */
export const hasPasskeys = () => 'PublicKeyCredential' in window
