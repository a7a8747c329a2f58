import { useQuery } from '@tanstack/react-query'
import { useSignedInViewer } from '#session/viewer.ts'
import { useSlots } from '#slots.ts'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { DialogButton } from '#ui/dialog-button.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MemberText } from '#ui/member-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ownMessages } from './requests.ts'

/** What the viewer wrote to support, with the answers, and the way to write again. */
export function OwnMessagesSection() {
  const { email, firstName, lastName, hasProvenEmail } = useSignedInViewer()
  const { contactUs } = useSlots()
  const from = { name: [firstName, lastName].filter(Boolean).join(' '), email }
  return (
    <Card aria-labelledby="support-title">
      <h3 id="support-title" className="text-xl">
        Your Messages to Support
      </h3>
      {hasProvenEmail ? (
        <Messages />
      ) : (
        <p className="mt-2 text-muted">
          Messages and answers are shown here once your email address is confirmed.
        </p>
      )}
      <DialogButton kind="outline" className="mt-4" dialog={contactUs} given={{ from }}>
        Contact Us
      </DialogButton>
    </Card>
  )
}

function Messages() {
  const { data, isError, refetch } = useQuery(ownMessages)
  if (isError)
    return (
      <NotLoaded className="mt-4" onRetry={refetch}>
        Your messages could not be loaded.
      </NotLoaded>
    )
  if (!data) return <Skeleton className="mt-4 h-16" />
  if (data.messages.length === 0)
    return (
      <p className="mt-2 text-muted">
        Your messages and the answers appear here. You also get them by email.
      </p>
    )
  return (
    <ul aria-label="Your messages" className="mt-4 divide-y divide-line">
      {data.messages.map(({ id, message, createdAt, answers }) => (
        <li key={id} className="grid gap-3 py-4">
          <div>
            <p className="text-sm text-muted">
              You wrote on <time dateTime={createdAt}>{localTime(createdAt)}</time>
              {answers.length === 0 ? ': not answered yet' : null}
            </p>
            <MemberText text={message} />
          </div>
          {answers.map((answer) => (
            <div key={answer.id} className="border-l-2 border-turf pl-4">
              <p className="text-sm text-muted">
                Support answered on <time dateTime={answer.createdAt}>{localTime(answer.createdAt)}</time>
              </p>
              <MemberText text={answer.text} />
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
