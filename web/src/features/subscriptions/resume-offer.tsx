import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { longDate } from '#ui/dates.ts'

type Props = { accessUntil: string | null; begin: () => Promise<unknown> }

/** For a member who canceled and comes back before the paid month ends. */
export function ResumeOffer({ accessUntil, begin }: Props) {
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
