import { useMutation } from '@tanstack/react-query'
import { joinWaitlist, waitlistForm } from '@touchline/contract/admissions.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { fieldProblems } from '#api/field-problems.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

/** Asks for an address. The place is confirmed by an emailed link. */
export function WaitlistForm() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const join = useMutation({
    mutationFn: () => call(joinWaitlist, { body: { email } }),
    onError: (error) => setProblem(errorMessage(error, 'That did not work. Please try again.')),
  })
  if (join.data) return <p aria-live="polite">{join.data.message} Follow it to confirm your place.</p>
  return (
    <form
      noValidate
      aria-label="Waitlist"
      className="grid items-end gap-3 sm:grid-cols-[1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        const found = fieldProblems(waitlistForm, { email })
        setProblem(found?.['email'])
        if (!found && !join.isPending) join.mutate()
      }}
    >
      <Field label="No code yet? Join the waitlist" error={problem}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            placeholder="Your email"
            value={email}
            onChange={({ target }) => {
              setEmail(target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <Button type="submit" kind="outline" disabled={join.isPending}>
        {join.isPending ? 'Joining...' : 'Join the Waitlist'}
      </Button>
    </form>
  )
}
