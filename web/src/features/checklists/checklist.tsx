import { Link } from '#router/link.tsx'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PlainPath, paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** How a step reads, and where it is done. */
export type StepText = {
  title: string
  about: string
  to: PlainPath | typeof paths.post
  params?: { postId: string }
  hash?: string
  search?: object
}

type Step = StepText & { name: string; isDone: boolean; text: string | null; action?: ReactNode }

type Props = { title: string; steps: Step[]; onDismiss: () => void; isBusy: boolean }

/** The steps that are done and to do. Each links to the page where it is done. */
export function Checklist({ title, steps, onDismiss, isBusy }: Props) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card aria-labelledby="checklist-title" className="mb-6 sm:mb-9">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="checklist-title" className="text-xl">
          {title}
        </h2>
        <p className="text-sm text-muted">
          {done} of {steps.length} done
        </p>
      </div>
      <ul className="mt-3 divide-y divide-line">
        {steps.map(({ name, ...step }) => (
          <Line key={name} {...step} />
        ))}
      </ul>
      <Button kind="quiet" className="mt-3 -ml-5" disabled={isBusy} onClick={onDismiss}>
        Dismiss
      </Button>
    </Card>
  )
}

function Line({ title, about, text, isDone, action, ...way }: Omit<Step, 'name'>) {
  const Icon = isDone ? CircleCheck : Circle
  const words = text ?? (isDone ? null : about)
  return (
    <li className="flex gap-3 py-3">
      <Icon
        size={20}
        aria-hidden
        className={isDone ? 'mt-0.5 shrink-0 text-turf' : 'mt-0.5 shrink-0 text-muted'}
      />
      <div className="min-w-0 flex-1">
        <Link {...way} className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline">
          {title}
          <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
        </Link>
        {words ? <p className="text-sm wrap-anywhere text-muted">{words}</p> : null}
        {isDone ? null : action}
      </div>
    </li>
  )
}
