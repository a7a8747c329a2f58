import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import type { Person } from '#features/people/schema.ts'
import { type Attest, type Authenticator, newAuthenticator } from './authenticator.ts'
import type { Caller } from './caller.ts'
import type { Club } from './club.ts'

/** The club with a new Ada, signed in, and helpers for her passkeys. */
export async function withPasskeys(club: Omit<Club, 'people'>, role: Person['role'] = 'admin') {
  const email = `${randomUUID()}@club.example`
  const password = 'a whistle at midnight'

  const login = (who: Caller, address = email) =>
    who.call(api.accounts.login, { body: { email: address, password } })

  async function newPerson(address: string): Promise<Caller> {
    const passwordHash = await hashPassword(password)
    const createdAt = club.clock.now()
    const person = {
      email: address,
      firstName: 'Ada',
      role,
      passwordHash,
      createdAt,
      emailProvenAt: createdAt,
    }
    await createPerson(club.services.db, person)
    const visitor = club.visitor()
    await login(visitor, address)
    return visitor
  }

  const ada = await newPerson(email)

  async function add(
    device: Authenticator,
    who = ada,
    lies: Parameters<Authenticator['create']>[1] = {},
    attest?: Attest,
  ) {
    const { body: question } = await who.call(api.passkeys.beginAdding)
    return who.call(api.passkeys.add, { body: { passkey: await device.create(question, lies, attest) } })
  }

  return {
    ...club,
    ada,
    email,
    password,
    login,
    newPerson,
    add,

    async newDevice(): Promise<Authenticator> {
      const device = newAuthenticator(club.url)
      const { status, message } = await add(device)
      if (status !== 201) throw new Error(`the passkey was answered with ${status}: ${message}`)
      return device
    },

    async use(device: Authenticator, lies: Parameters<Authenticator['get']>[1] = {}, who = club.visitor()) {
      const { body: question } = await who.call(api.passkeys.beginSignIn)
      const answer = await who.call(api.passkeys.signIn, { body: { passkey: device.get(question, lies) } })
      return { who, answer }
    },

    shown: async () => (await ada.call(api.passkeys.list)).body,
    isSignedIn: async (who: Caller) => (await who.call(api.accounts.signedInUser)).status === 200,
  }
}
