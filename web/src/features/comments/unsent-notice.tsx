import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepSending } from '#live/keep-sending.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { excerpt } from '#ui/excerpt.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { sendUnsent } from './send-unsent.ts'
import { deleteUnsent, type UnsentComment, useUnsentComments } from './unsent-comments.ts'

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Text copied', kind: 'success' })
  } catch {
    toast({ title: 'Copy it by hand', description: 'Your browser does not let the page copy it.' })
  }
}

export function UnsentNotice() {
  const { id } = useSignedInViewer()
  const client = useQueryClient()
  useEffect(() => keepSending(() => sendUnsent(client, id)), [client, id])
  const refused = useUnsentComments(id).filter(({ problem }) => problem !== null)
  if (refused.length === 0) return null
  return (
    <section aria-label="Comments that were not sent" className="mx-auto w-full max-w-feed px-4 pt-4 md:px-0">
      <div role="alert">
        <ul className="grid grid-cols-1 gap-3">
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
      <p dir="auto" className="mt-2 max-h-40 overflow-y-auto whitespace-pre-line select-all">
        {comment.content}
      </p>
      <div className="mt-2 flex gap-4">
        <Button
          kind="quiet"
          className="-ml-5"
          aria-label={`Copy text: ${excerpt(comment.content)}`}
          onClick={() => void copy(comment.content)}
        >
          Copy text
        </Button>
        <Button
          kind="quiet"
          aria-label={`Discard: ${excerpt(comment.content)}`}
          onClick={() => deleteUnsent(comment)}
        >
          Discard
        </Button>
      </div>
    </li>
  )
}
