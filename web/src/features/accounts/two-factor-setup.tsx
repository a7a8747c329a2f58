import { useQuery } from '@tanstack/react-query'
import { enable, setUp } from '@touchline/contract/two-factor.ts'
import { useState } from 'react'
import { encode } from 'uqr'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTwoFactorChange } from './requests.ts'

type Props = { onCancel?: () => void; onDone: (backupCodes: string[]) => void }

/** Dark squares on white, as cameras expect, in one path. */
function Picture({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      className="w-full max-w-56 rounded-control bg-white fill-black"
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} />
    </svg>
  )
}

export function TwoFactorSetup({ onCancel, onDone }: Props) {
  const [code, setCode] = useState('')
  // Each visit creates a new secret.
  const secret = useQuery({
    queryKey: ['two-factor', 'secret'],
    queryFn: () => call(setUp),
    gcTime: 0,
    staleTime: 0,
    refetchOnReconnect: false,
    throwOnError: false,
  })
  const turnOn = useTwoFactorChange((given: string) => call(enable, { body: { code: given } }))
  if (secret.isError)
    return (
      <div role="alert" className="mt-4 grid justify-items-start gap-3">
        <p className="font-medium text-dismissal">
          {errorMessage(secret.error, 'This could not be prepared. Please try again.')}
        </p>
        <Button kind="outline" onClick={() => void secret.refetch()}>
          Try Again
        </Button>
      </div>
    )
  if (!secret.data) return <Skeleton className="mt-4 h-56" />
  return (
    <form
      noValidate
      className="mt-4 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!turnOn.isPending && code.trim() !== '')
          turnOn.mutate(code, { onSuccess: ({ backupCodes }) => onDone(backupCodes) })
      }}
    >
      <p>Scan this with an authenticator app, or type the key into it.</p>
      <Picture text={secret.data.otpauthUrl} />
      <p className="text-sm">
        Key: <code className="break-all select-all">{secret.data.secret}</code>
      </p>
      <Field
        label="Code from the app"
        error={turnOn.error ? errorMessage(turnOn.error, 'That did not work. Please try again.') : undefined}
      >
        {(control) => (
          <Input
            {...control}
            className="max-w-40"
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              turnOn.reset()
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={turnOn.isPending || code.trim() === ''}>
          {turnOn.isPending ? 'Checking...' : 'Turn On'}
        </Button>
        {onCancel ? (
          <Button kind="outline" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  )
}
