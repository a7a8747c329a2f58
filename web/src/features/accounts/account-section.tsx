import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { roleNames, shortName } from '#people/names.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'

export function AccountSection() {
  const viewer = useSignedInViewer()
  const name = [viewer.firstName, viewer.lastName].filter(Boolean).join(' ') || shortName(viewer)
  return (
    <section aria-labelledby="account-title" className="surface grid gap-5 p-5 sm:p-8">
      <h3 id="account-title" className="text-xl">
        Account
      </h3>
      <dl className="grid gap-4 sm:grid-cols-2">
        {[
          ['Name', name],
          ['Email', viewer.email],
          ['Role', roleNames[viewer.role]],
        ].map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="lettering text-xs text-muted">{label}</dt>
            <dd dir="auto" className="mt-1 font-semibold">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <Button asChild kind="outline" className="justify-self-start">
        <Link to={paths.profile}>View Profile</Link>
      </Button>
    </section>
  )
}
