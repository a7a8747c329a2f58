import { useState } from 'react'
import { clubNow } from '#ui/clock.ts'
import { type CardFields, type CardProblems, cardProblems, toCardDetails } from './card-rules.ts'
import type { TypedMethod } from './open-provider.ts'

type Kind = TypedMethod['type']

const blank: CardFields = { number: '', expiry: '', cvc: '' }

export type TypedFields = {
  kinds: Kind[]
  kind: Kind
  choose: (kind: Kind) => void
  fields: CardFields
  problems: CardProblems
  write: (changed: Partial<CardFields>) => void
  /** Returns null when fields are invalid: each shows its error, and the first gets the focus. */
  read: () => TypedMethod | null
}

export function useTypedMethod(kinds: Kind[]): TypedFields {
  const [kind, choose] = useState<Kind>(kinds[0] ?? 'card')
  const [fields, setFields] = useState(blank)
  const [problems, setProblems] = useState<CardProblems>({})
  function write(changed: Partial<CardFields>) {
    const after = { ...fields, ...changed }
    setFields(after)
    setProblems((before) => ({
      ...(before.number && after.number === fields.number ? { number: before.number } : {}),
      ...(before.expiry && after.expiry === fields.expiry ? { expiry: before.expiry } : {}),
      ...(before.cvc && after.cvc === fields.cvc ? { cvc: before.cvc } : {}),
    }))
  }
  function read(): TypedMethod | null {
    if (kind === 'cashapp') return { type: 'cashapp' }
    const found = cardProblems(fields, true, new Date(clubNow()))
    setProblems(found)
    return Object.keys(found).length > 0 ? null : { type: 'card', card: toCardDetails(fields) }
  }
  return { kinds, kind, choose, fields, problems, write, read }
}
