import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '#session/live.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { sendUnsent } from './send-unsent.ts'
import { forgetUnsent, type UnsentComment, useUnsentComments } from './unsent-comments.ts'

const tryAgainMs = 30_000

/** Sends what waits at once, when the connection is back, and every half minute for as long as something waits. */
function useSending(personId: string) {
  const client = useQueryClient()
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined
    const send = async () => {
      clearTimeout(retry)
      if (!navigator.onLine) return
      if (await sendUnsent(client, personId)) retry = setTimeout(() => void send(), tryAgainMs)
    }
    void send()
    const start = () => void send()
    window.addEventListener('online', start)
    const leave = live.subscribe({ onOpen: start })
    return () => {
      clearTimeout(retry)
      window.removeEventListener('online', start)
      leave()
    }
  }, [client, personId])
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Text copied', kind: 'success' })
  } catch {
    toast({ title: 'Copy it by hand', description: 'Your browser does not let the page copy it.' })
  }
}

/** Looks after comments that were posted without a connection; shows those that were refused, to be copied. */
export function UnsentNotice() {
  const { id } = useSignedInViewer()
  useSending(id)
  const refused = useUnsentComments(id).filter(({ problem }) => problem !== null)
  if (refused.length === 0) return null
  return (
    <section aria-label="Comments that were not sent" className="mx-auto w-full max-w-feed px-4 pt-4 md:px-0">
      <div role="alert">
        <ul className="grid gap-3">
          {refused.map((comment) => (
            <Refused key={comment.clientId} comment={comment} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Refused({ comment }: { comment: UnsentComment }) {
  return (
    <li className="surface border-dismissal! p-4 text-sm">
      <p className="font-semibold text-dismissal">Your comment was not sent. {comment.problem}</p>
      <p className="mt-2 max-h-40 overflow-y-auto whitespace-pre-line select-all">{comment.content}</p>
      <div className="mt-2 flex gap-4">
        <Button kind="quiet" className="-ml-5" onClick={() => void copy(comment.content)}>
          Copy text
        </Button>
        <Button kind="quiet" onClick={() => forgetUnsent(comment)}>
          Discard
        </Button>
      </div>
    </li>
  )
}
