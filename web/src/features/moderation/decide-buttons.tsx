import * as api from '@touchline/contract/moderation.ts'
import type { ModerationCase, Rule } from '@touchline/contract/moderation.ts'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { clubNow } from '#ui/clock.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { useModeration } from './requests.ts'
import { SilenceButton } from './silence-button.tsx'
import { authorOf, caseLabel } from './texts.ts'

const RulingDialog = lazy(async () => ({ default: (await import('./ruling-dialog.tsx')).RulingDialog }))

type Measure = 'remove' | 'warn' | 'block'
type Ruling = { rule: Rule; words: string }
type Decision =
  | { measure: 'dismiss' }
  | ({ measure: 'remove' } & Ruling)
  | ({ measure: 'warn' } & Ruling)
  | ({ measure: 'block' } & Ruling)

const dayMs = 24 * 60 * 60 * 1000
/** The block durations in days; 0 is permanent. */
const blockDays = [7, 30, 90, 0]
const daysInWords = (days: number) => (days === 0 ? 'Until someone lifts it' : `${days} days`)

const questions: Record<Measure, { title: string; description: string; label: string }> = {
  remove: {
    title: 'Remove',
    description: 'No one sees it any more. Its author is notified by email and may appeal for 14 days.',
    label: 'Remove',
  },
  warn: {
    title: 'Warn',
    description: 'It stays where it is. Its author gets an email with the rule.',
    label: 'Send Warning',
  },
  block: {
    title: 'Remove and block',
    description:
      'No one sees it any more, and its author is shut out. They are notified by email and may appeal.',
    label: 'Block',
  },
}

type Props = { case: ModerationCase; onDismiss: () => void }

/** The actions on an open case; `onDismiss` is called before it leaves the list. */
export function DecideButtons({ case: found, onDismiss }: Props) {
  const { id, kind, thing, accused, reports } = found
  const [asked, setAsked] = useState<Measure | null>(null)
  const [days, setDays] = useState(7)
  const label = caseLabel(found)
  const { role } = useSignedInViewer()
  // Only members are silenced; posts are the creator's.
  const mayBeSilenced = kind !== 'post' && !accused?.isMainInfluencer
  const isExpired = useExpiredSession()
  const decide = useModeration((ruling: Decision) => {
    const params = { id }
    if (ruling.measure !== 'block') return call(api.decide, { params, body: ruling })
    const { rule, words } = ruling
    const until = days === 0 ? null : new Date(clubNow() + days * dayMs).toISOString()
    return call(api.block, { params, body: { rule, words, until } })
  })
  // The card unmounts when the case leaves the list, so the callbacks belong to the mutation.
  const send = async (ruling: Decision) => {
    try {
      await decide.mutateAsync(ruling)
      toast({ title: 'Decided', description: 'Everyone concerned is notified by email.', kind: 'success' })
      setAsked(null)
    } catch (error) {
      if (isExpired(error)) return
      const failed =
        kind === 'post' ? 'Failed to remove post.' : 'The decision could not be saved. Please try again.'
      toast({ title: 'Error', description: errorMessage(error, failed), kind: 'destructive' })
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        kind="outline"
        disabled={decide.isPending}
        aria-label={`Dismiss: ${label}`}
        onClick={() => {
          onDismiss()
          void send({ measure: 'dismiss' })
        }}
      >
        Dismiss
      </Button>
      <Button
        kind="outline"
        disabled={!accused}
        aria-haspopup="dialog"
        aria-label={`Warn: ${label}`}
        onClick={() => setAsked('warn')}
      >
        Warn
      </Button>
      <Button
        kind="danger"
        disabled={!thing.isShown}
        aria-haspopup="dialog"
        aria-label={`Remove: ${label}`}
        onClick={() => setAsked('remove')}
      >
        Remove
      </Button>
      {accused && mayBeSilenced ? (
        <SilenceButton personId={accused.id} name={authorOf(found)} silencedUntil={found.silencedUntil} />
      ) : null}
      {role === 'admin' ? (
        <Button
          kind="danger"
          disabled={!accused}
          aria-haspopup="dialog"
          aria-label={`Block Author: ${label}`}
          onClick={() => setAsked('block')}
        >
          Block Author
        </Button>
      ) : null}
      {asked ? (
        <Suspense fallback={null}>
          <RulingDialog
            {...questions[asked]}
            description={`${label}. ${questions[asked].description}`}
            suggested={reports[0]?.rule}
            isPending={decide.isPending}
            onClose={() => setAsked(null)}
            onDecide={(ruling) => void send({ measure: asked, ...ruling })}
          >
            {asked === 'block' ? (
              <Field label="For how long?">
                {(control) => (
                  <Select {...control} value={days} onChange={(event) => setDays(Number(event.target.value))}>
                    {blockDays.map((count) => (
                      <option key={count} value={count}>
                        {daysInWords(count)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            ) : null}
          </RulingDialog>
        </Suspense>
      ) : null}
    </div>
  )
}
