import { useQuery } from '@tanstack/react-query'
import type { SiteChecklist } from '@touchline/contract/checklists.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { copyLink } from '#ui/copy-link.tsx'
import { Checklist, type StepText } from './checklist.tsx'
import { siteChecklistQuery, useDismissSite } from './requests.ts'

const texts: Record<SiteChecklist['steps'][number]['name'], StepText> = {
  twoFactor: {
    title: 'Protect your account',
    about: 'Set up two-factor authentication or a passkey.',
    to: paths.settings,
    hash: 'security',
  },
  name: {
    title: 'Name the club',
    about: 'In titles, emails, link previews and on the home screen of phones.',
    to: paths.site,
    hash: 'club',
  },
  creator: { title: 'Invite the creator', about: 'The club is built around the first one.', to: paths.staff },
  texts: { title: 'Write the texts', about: 'What the front page says.', to: paths.site, hash: 'club' },
  payments: {
    title: 'Take payments',
    about: 'The keys are set in the environment of the server.',
    to: paths.site,
    hash: 'secrets',
  },
  mail: {
    title: 'Send email',
    about: 'Set SMTP_URL, then send yourself one.',
    to: paths.site,
    hash: 'secrets',
  },
  gate: { title: 'Set up the gate', about: 'A code of your own, or an open gate.', to: paths.admissions },
  firstPost: { title: 'First post', about: 'The creator publishes it.', to: paths.content },
  testPurchase: {
    title: 'Test purchase',
    about: 'Open the address in a private window and join as a member would.',
    to: paths.admin,
    search: { tab: 'users' },
  },
  backup: { title: 'Back up', about: 'Run npm run backup every night.', to: paths.health },
}

/** How far a new club is, until everything is done or an admin dismisses it. */
export function SiteChecklistSection() {
  const { data } = useQuery(siteChecklistQuery)
  const dismiss = useDismissSite()
  if (!data || data.steps.every(({ isDone }) => isDone)) return null
  if (data.isDismissed)
    return (
      <Button
        kind="link"
        className="mb-6 sm:mb-9"
        disabled={dismiss.isPending}
        onClick={() => dismiss.mutate(false)}
      >
        Show the setup checklist
      </Button>
    )
  const copyJoinLink = (
    <Button
      kind="outline"
      className="mt-2"
      onClick={() => void copyLink(data.joinUrl, 'Open it in a private window.')}
    >
      Copy the Address
    </Button>
  )
  return (
    <Checklist
      title="Set Up the Club"
      steps={data.steps.map((step) => ({
        ...texts[step.name],
        ...step,
        action: step.name === 'testPurchase' ? copyJoinLink : null,
      }))}
      isBusy={dismiss.isPending}
      onDismiss={() => dismiss.mutate(true)}
    />
  )
}
