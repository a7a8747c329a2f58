import { useQuery } from '@tanstack/react-query'
import type { PersonChecklist } from '@touchline/contract/checklists.ts'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { installOffer, isInstalled } from '#offline/install-offer.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { copyLink } from '#ui/copy-link.tsx'
import { Checklist, type StepText } from './checklist.tsx'
import { ownChecklistQuery, useMark } from './requests.ts'

type Name = PersonChecklist['steps'][number]['name']

const texts: Record<Name, StepText> = {
  photo: {
    title: 'Add your photo',
    about: 'It is on the front page and beside every post.',
    to: paths.profile,
  },
  bio: { title: 'Write your bio', about: 'Visitors read it before they join.', to: paths.profile },
  firstPost: {
    title: 'Publish the first post',
    about: 'Say hello. If you pin the post, it is among the first steps of new members.',
    to: paths.drafts,
  },
  secondPost: {
    title: 'Publish the second post',
    about: 'A club with two posts looks alive.',
    to: paths.drafts,
  },
  share: { title: 'Share the link of the club', about: 'Where your followers are.', to: paths.content },
  notices: {
    title: 'Choose what you are notified about',
    about: 'New posts, answers and hearts, by email or on this device.',
    to: paths.settings,
    hash: 'notifications',
  },
  welcome: {
    title: 'Read the welcome',
    about: 'The creator has pinned it for you.',
    to: paths.post,
  },
  install: {
    title: 'Install the app',
    about: 'With an icon of its own on your home screen.',
    to: paths.saved,
  },
}

/** The first steps of a creator or a new member, until they are done or dismissed. */
export function OwnChecklistSection() {
  const { data } = useQuery(ownChecklistQuery)
  const { mutate: mark, isPending } = useMark()
  const offer = useSyncExternalStore(installOffer.subscribe, installOffer.now)
  const waitsForApp = data?.steps.some(({ name, isDone }) => name === 'install' && !isDone) ?? false
  useEffect(() => {
    if (!waitsForApp) return undefined
    const installed = () => mark('installed')
    if (isInstalled()) installed()
    window.addEventListener('appinstalled', installed)
    return () => window.removeEventListener('appinstalled', installed)
  }, [mark, waitsForApp])
  if (!data || data.isDismissed || data.steps.every(({ isDone }) => isDone)) return null
  const share = async () => {
    await copyLink(window.location.origin, 'Paste it where your followers are.')
    mark('shared')
  }
  const actions: Partial<Record<Name, ReactNode>> = {
    share: (
      <Button kind="outline" className="mt-2" disabled={isPending} onClick={() => void share()}>
        Copy the Link
      </Button>
    ),
    install: offer ? (
      <Button kind="outline" className="mt-2" onClick={() => void installOffer.accept()}>
        Install the App
      </Button>
    ) : null,
  }
  return (
    <Checklist
      title="First Steps"
      steps={data.steps.map((step) => ({
        ...texts[step.name],
        ...step,
        ...(step.name === 'welcome' && data.welcomePostId ? { params: { postId: data.welcomePostId } } : {}),
        action: actions[step.name],
      }))}
      isBusy={isPending}
      onDismiss={() => mark('dismissed')}
    />
  )
}
