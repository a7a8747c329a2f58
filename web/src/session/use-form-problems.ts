import { useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { fieldProblems } from '#api/field-problems.ts'
import { useExpiredSession } from './expired-session.ts'

/** The problems of a form by field; `form` holds what belongs to no field, or `failure` without a reason. */
export function useFormProblems(failure: string) {
  const [problems, setProblems] = useState<Record<string, string>>({})
  const isExpired = useExpiredSession()
  return {
    problems,
    clear: () => setProblems({}),
    /** Returns the values to send, or null after showing what is wrong with them. */
    check: <Schema extends z.ZodMiniType>(schema: Schema, typed: unknown): z.output<Schema> | null => {
      const checked = schema.safeParse(typed)
      if (checked.success) return checked.data
      setProblems(fieldProblems(schema, typed) ?? {})
      return null
    },
    /** Shows why the server refused the values. */
    showError: (error: Error) => {
      if (isExpired(error)) return
      const fields = error instanceof ApiError ? error.body.fields : undefined
      setProblems(fields ?? { form: errorMessage(error, failure) })
    },
  }
}
