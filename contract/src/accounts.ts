import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { user } from './people.ts'

/** At least 6 characters, at most 256, never trimmed: spaces may be part of a password. */
export const password = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, 'Password is required'),
    z.minLength(6, 'Password must be at least 6 characters'),
    z.maxLength(256, 'Password must be at most 256 characters'),
  )

/** An e-mail address, lower-cased. */
export const emailAddress = z
  .string({ error: 'Email is required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Email is required'),
    z.maxLength(254, 'Email is invalid'),
    z.regex(/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\.]+$/, 'Email is invalid'),
  )

export const signedInUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'public',
  summary: 'Who is signed in; 401 when nobody is, 403 when the account is suspended.',
  reply: user,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  evenSuspended: true,
  summary: 'Signs in with e-mail and password.',
  body: z.object({
    email: z
      .string({ error: 'Email is required' })
      .check(z.trim(), z.toLowerCase(), z.minLength(1, 'Email is required'), z.maxLength(254)),
    password: z
      .string({ error: 'Password is required' })
      .check(
        z.minLength(1, 'Password is required'),
        z.maxLength(256, 'Password must be at most 256 characters'),
      ),
  }),
  reply: z.object({ user }),
})

export const loginPage = endpoint({
  method: 'GET',
  path: '/api/login',
  access: 'public',
  evenSuspended: true,
  summary: 'Redirects to the login page.',
  status: 302,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'public',
  evenSuspended: true,
  summary: 'Ends the session on the server and in the browser.',
  reply: z.object({ message: z.string() }),
})

export const logoutLink = endpoint({
  method: 'GET',
  path: '/api/logout',
  access: 'public',
  evenSuspended: true,
  summary: 'Ends the session when followed from this site, and redirects to the front page.',
  status: 302,
})
