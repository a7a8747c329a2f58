import { useMutation } from '@tanstack/react-query'
import { paths } from '#paths.ts'
import { LeaveAfter } from '#session/leave-after.tsx'
import { Button } from '#ui/button.tsx'
import { longDate } from '#ui/dates.ts'
import { failureReason } from './payment-toasts.ts'

const complimentary = 'Creators and admins have complimentary access. There is nothing to subscribe to.'

export function NotForStaff() {
  return (
    <section className="text-center">
      <h1 className="text-3xl">You are already inside</h1>
      <p className="mt-4 text-muted">{complimentary}</p>
      <LeaveAfter
        ms={2000}
        to={paths.home}
        message={{ title: 'Subscription not needed', description: complimentary }}
      />
    </section>
  )
}

export function BillError({ why, onTryAgain }: { why: unknown; onTryAgain: () => void }) {
  return (
    <div role="alert" className="surface grid justify-items-start gap-4 p-5 sm:p-8">
      <p>What you owe could not be loaded. {failureReason(why)}</p>
      <Button kind="outline" onClick={onTryAgain}>
        Try Again
      </Button>
    </div>
  )
}

type ResumeProps = { accessUntil: string | null; begin: () => Promise<unknown> }

/** For a member who canceled and comes back before the paid month ends. */
export function ResumeOffer({ accessUntil, begin }: ResumeProps) {
  const resume = useMutation({ mutationFn: begin })
  return (
    <section className="surface mx-auto grid max-w-[36rem] justify-items-center p-6 text-center sm:p-10">
      <h1 className="text-3xl">Stay on?</h1>
      <p className="mt-4 text-muted">
        Your subscription is canceled{accessUntil ? ` and ends on ${longDate(accessUntil)}` : ''}. Take the
        cancellation back and nothing changes; nothing is charged today.
      </p>
      <Button size="large" className="mt-9" disabled={resume.isPending} onClick={() => resume.mutate()}>
        {resume.isPending ? 'One moment...' : 'Keep My Subscription'}
      </Button>
    </section>
  )
}
