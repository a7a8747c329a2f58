import { Link } from '#router/link.tsx'
import { useEffect, useRef } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

type Props = { value: string; error: Error | null; onChange: (password: string) => void }

/** Asks for the password of the account after an emailed link, if its owner is not signed in. */
export function AccountPasswordField({ value, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])
  return (
    <>
      <Field
        label="Password of the account"
        error={error ? errorMessage(error, 'That did not work. Please try again.') : undefined}
      >
        {(control) => (
          <PasswordInput
            {...control}
            ref={input}
            value={value}
            autoComplete="current-password"
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <p className="text-sm text-muted">
        You did not open this account, or do not know its password?{' '}
        <Link to={paths.forgotPassword} className="underline">
          Choose a new one
        </Link>
        . Everybody who is signed in to it is then signed out.
      </p>
    </>
  )
}
