import { hash, randomBytes } from 'node:crypto'

/** A new secret for a cookie: 256 random bits, base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is kept of such a secret: its SHA-256, in hexadecimal. */
export const tokenHash = (token: string) => hash('sha256', token, 'hex')
