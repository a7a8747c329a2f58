import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

type Props = { value: string; problem: string | undefined; onChange: (password: string) => void }

/** Asks somebody who followed a mailed link, and is not signed in, for the password of the account. */
export function OwnersPassword({ value, problem, onChange }: Props) {
  return (
    <>
      <Field label="Password of the account" error={problem}>
        {(control) => (
          <PasswordInput
            {...control}
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
