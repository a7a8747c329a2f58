import * as api from '@touchline/contract/support.ts'
import type { SupportState, SupportThread } from '@touchline/contract/support.ts'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useDraft } from '#drafting/draft.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { fullNameOf } from '#people/names.ts'
import { Button } from '#ui/button.tsx'
import { localTime } from '#ui/dates.ts'
import { Field } from '#ui/field.tsx'
import { MemberText } from '#ui/member-text.tsx'
import { randomId } from '#ui/random-id.ts'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useSupportAct } from './requests.ts'

export function MessageThread({ thread }: { thread: SupportThread }) {
  const { message, answers, member, others, isOpen } = thread
  return (
    <div className="mt-4 grid grid-cols-1 gap-5 lg:grid-cols-[1fr_21rem]">
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">
        <MemberText text={message} />
        {answers.map(({ id, text, createdAt, by }) => (
          <div key={id} className="border-l-2 border-turf pl-4">
            <p className="text-sm text-muted">
              <bdi>{by ? fullNameOf(by, 'An admin') : 'Someone who has left'}</bdi> answered on{' '}
              {localTime(createdAt)}
            </p>
            <MemberText text={text} />
          </div>
        ))}
        <Answer key={answers.length} thread={thread} />
        <StateButton id={thread.id} isOpen={isOpen} />
      </div>
      <aside aria-label="Who wrote" className="grid grid-cols-1 content-start gap-2 text-sm">
        <p>
          {member ? (
            <>
              The address of <bdi>{fullNameOf(member, 'a member')}</bdi>, who has an account.
            </>
          ) : (
            'There is no account with this address.'
          )}
        </p>
        {others.length > 0 ? (
          <>
            <h3 className="font-semibold">Also from this address</h3>
            <ul className="grid grid-cols-1 gap-2">
              {others.map((other) => (
                <li key={other.id}>
                  <span className="text-muted">
                    {localTime(other.createdAt)}, {other.isOpen ? 'open' : 'closed'}
                  </span>
                  <MemberText text={other.message} className="line-clamp-3" />
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </aside>
    </div>
  )
}

function Answer({ thread: { id, email } }: { thread: SupportThread }) {
  const { text, change, clear } = useDraft(`support-answer:${id}`)
  // The same client id on a retry, even after the thread was collapsed, prevents a second email.
  const number = useDraft(`support-number:${id}`)
  const isExpired = useExpiredSession()
  const send = useSupportAct(async (clientId: string) => {
    const answered = await call(api.answer, { params: { id }, body: { text, clientId } })
    // Clear the draft before the next answer form mounts and restores it.
    clear()
    number.clear()
    return answered
  })
  const canSend = text.trim() !== '' && Array.from(text).length <= api.maxAnswerLength && !send.isPending
  // This unmounts when the message leaves the list, so the toast belongs to the mutation.
  const submit = async () => {
    const clientId = number.text || randomId()
    number.change(clientId)
    try {
      await send.mutateAsync(clientId)
      toast({ title: 'Answer Sent', description: `It is on its way to ${email}.`, kind: 'success' })
    } catch (error) {
      if (isExpired(error)) return
      if (error instanceof ApiError && error.status === 409) number.clear()
      const description = errorMessage(error, 'Your answer could not be sent. Please try again.')
      toast({ title: 'Error', description, kind: 'destructive' })
    }
  }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) void submit()
      }}
    >
      <Field label="Your answer" description={`It will be emailed to ${email} with the message below it.`}>
        {(control) => (
          <Textarea
            {...control}
            limit={api.maxAnswerLength}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-start" disabled={!canSend}>
        {send.isPending ? 'Sending...' : 'Send Answer'}
      </Button>
    </form>
  )
}

function StateButton({ id, isOpen }: { id: string; isOpen: boolean }) {
  const isExpired = useExpiredSession()
  const change = useSupportAct((state: SupportState) =>
    call(api.setState, { params: { id }, body: { state } }),
  )
  return (
    <Button
      kind="outline"
      className="justify-self-start"
      disabled={change.isPending}
      onClick={() =>
        change.mutate(isOpen ? 'closed' : 'open', {
          onError: (error) => {
            if (isExpired(error)) return
            const description = errorMessage(error, 'That did not work. Please try again.')
            toast({ title: 'Error', description, kind: 'destructive' })
          },
        })
      }
    >
      {isOpen ? 'Close Without an Answer' : 'Open Again'}
    </Button>
  )
}
