import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { paths } from '#paths.ts'
import { takeReturnPath } from './take-return-path.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast-store.ts'

const redirectMs = 1500

function sayWhy(error: Error) {
  if (error instanceof ApiError) {
    const description = sentenceOf(error, 'Invalid email or password')
    toast({ title: 'Login Failed', description, kind: 'destructive' })
  } else {
    toast({ title: 'Error', description: 'Failed to login. Please try again.', kind: 'destructive' })
  }
}

/** E-mail, password and Sign In; leads to where one was going, or to the content, with a fresh page, so that nothing of before is kept. */
export function LoginForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => call(firstCalls.login, { body: { email, password } }),
    onSuccess: () => {
      toast({ title: 'Welcome Back!', description: 'You are signed in. Walking you in...', kind: 'success' })
      setTimeout(() => window.location.assign(takeReturnPath() ?? paths.content), redirectMs)
    },
    onError: sayWhy,
  })
  const isBusy = login.isPending || login.isSuccess
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) login.mutate()
  }
  return (
    <form onSubmit={submit} className="grid gap-5">
      <Field label="Email">
        {(c) => (
          <Input
            {...c}
            type="email"
            required
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password">
        {(c) => (
          <PasswordInput
            {...c}
            required
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" wide size="large" disabled={isBusy}>
        {isBusy ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  )
}
