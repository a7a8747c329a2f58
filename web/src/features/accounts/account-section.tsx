import { roleNames, shortName } from '#people/names.ts'
import { SignOutButton } from '#sign-out/sign-out-button.tsx'
import { useSignedInViewer } from '#session/viewer.ts'

/** The signed-in person and the sign-out button. */
export function AccountSection() {
  const viewer = useSignedInViewer()
  const name = [viewer.firstName, viewer.lastName].filter(Boolean).join(' ') || shortName(viewer)
  return (
    <section aria-labelledby="account-title" className="surface grid gap-5 p-5 sm:p-8">
      <h2 id="account-title" className="text-xl">
        Account
      </h2>
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
      <SignOutButton kind="outline" className="justify-self-start">
        Sign Out
      </SignOutButton>
    </section>
  )
}
