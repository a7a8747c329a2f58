import { useQuery } from '@tanstack/react-query'
import { accountId as accountIdSchema } from '@touchline/contract/payouts.ts'
import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { accountQuery, useMakeTestAccount, useSetAccount } from './requests.ts'
import { useChangeToast } from './use-change-toast.ts'

const saved = { title: 'Account Saved', description: 'It applies to payouts approved from now on.' }

export function AccountForm() {
  const { data: account } = useQuery(accountQuery)
  return (
    <Card aria-labelledby="account-title">
      <h2 id="account-title" className="text-xl">
        The creator’s account
      </h2>
      {account ? (
        <>
          <p className="mt-1 text-sm text-muted" aria-live="polite">
            {account.accountId
              ? `Payouts are transferred to ${account.accountId}.`
              : 'Payouts are sent by hand. With an account at the payment provider they are transferred.'}
          </p>
          <Form key={account.accountId} accountId={account.accountId} isSandbox={account.isSandbox} />
        </>
      ) : (
        <Skeleton className="mt-3 h-24" />
      )}
    </Card>
  )
}

function Form({ accountId, isSandbox }: { accountId: string | null; isSandbox: boolean }) {
  const [typed, setTyped] = useState(accountId ?? '')
  const [problem, setProblem] = useState<string>()
  const setAccount = useSetAccount()
  const makeTestAccount = useMakeTestAccount()
  const whenDone = useChangeToast()
  const isBusy = setAccount.isPending || makeTestAccount.isPending
  const showAtField = (error: unknown) => {
    const ofField = error instanceof ApiError ? error.body.fields?.['accountId'] : undefined
    if (ofField) setProblem(ofField)
    return ofField !== undefined
  }
  const save = (wanted: string | null) => void whenDone(setAccount.mutateAsync(wanted), saved, showAtField)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = accountIdSchema.safeParse(typed)
    if (wanted.success) save(wanted.data)
    else setProblem(wanted.error.issues[0]?.message)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      <Field label="Account ID" error={problem}>
        {(c) => (
          <Input
            {...c}
            autoComplete="off"
            spellCheck={false}
            placeholder="acct_…"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isBusy}>
          {setAccount.isPending ? 'Saving…' : 'Save Account'}
        </Button>
        {accountId ? (
          <Button kind="outline" disabled={isBusy} onClick={() => save(null)}>
            Pay by Hand
          </Button>
        ) : null}
        {isSandbox && !accountId ? (
          <Button
            kind="outline"
            disabled={isBusy}
            onClick={() => void whenDone(makeTestAccount.mutateAsync(undefined), saved)}
          >
            {makeTestAccount.isPending ? 'Making…' : 'Make a Test Account'}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
