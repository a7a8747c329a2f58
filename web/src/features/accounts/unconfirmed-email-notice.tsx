import { useMutation } from '@tanstack/react-query'
import { sendConfirmLink } from '@touchline/contract/accounts.ts'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'

export function UnconfirmedEmailNotice({ before }: { before: string }) {
  const { email } = useSignedInViewer()
  const isExpired = useExpiredSession()
  const send = useMutation({
    mutationFn: () => call(sendConfirmLink),
    onSuccess: ({ message }) => toast({ title: 'Email Sent', description: message, kind: 'success' }),
    onError: (error) => {
      if (isExpired(error)) return
      const description = errorMessage(error, 'The email could not be sent. Please try again.')
      toast({ title: 'Email Not Sent', description, kind: 'destructive' })
    },
  })
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <p className="break-words">
        Please confirm your email address {before}, with a link we email to <strong>{email}</strong>.
      </p>
      <Button kind="outline" disabled={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? 'Sending...' : 'Email Me the Link'}
      </Button>
    </div>
  )
}
