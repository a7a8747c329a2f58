/** Whether this browser knows passkeys, at this address: without https it does not. */
export const hasPasskeys = () => 'PublicKeyCredential' in window
