import { paths } from '#paths.ts'
import { LeaveAfter } from '#session/leave-after.tsx'

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
