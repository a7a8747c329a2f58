import { hash, randomBytes } from 'node:crypto'

/** A new secret for a cookie: 256 random bits, base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

export const tokenHash = (token: string) => hash('sha256', token, 'hex')
