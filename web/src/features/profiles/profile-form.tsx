import { maxBioLength, type ProfileForm as Form, profileForm } from '@touchline/contract/profiles.ts'
import type { User } from '@touchline/contract/people.ts'
import { useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { fieldProblems } from '#api/field-problems.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useSaveProfile } from './requests.ts'

type Name = keyof Form
type Typed = Record<Name, string>
type Problems = Partial<Record<Name, string>>

const names: Name[] = ['firstName', 'lastName', 'bio', 'location', 'website']

const typedFrom = (viewer: User): Typed => ({
  firstName: viewer.firstName ?? '',
  lastName: viewer.lastName ?? '',
  bio: viewer.bio ?? '',
  location: viewer.location ?? '',
  website: viewer.website ?? '',
})

/** Only changed fields; a locked name is never sent. */
const changesIn = (typed: Typed, viewer: User): Form => {
  const known = typedFrom(viewer)
  return Object.fromEntries(
    names.filter((name) => typed[name].trim() !== known[name]).map((name) => [name, typed[name]]),
  )
}

const isFixed = (viewer: User, name: 'firstName' | 'lastName') =>
  viewer.role === 'subscriber' && viewer[name] !== null

const say = (description: string) => toast({ title: 'Error', description, kind: 'destructive' })

/** The opening button disappears, so focus the first editable field. */
const focusFirst = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input:not([readonly]), textarea')?.focus()

export function ProfileForm({ viewer, onDone }: { viewer: User; onDone: () => void }) {
  const [typed, setTyped] = useState(() => typedFrom(viewer))
  const [problems, setProblems] = useState<Problems>({})
  const isExpired = useExpiredSession()
  const save = useSaveProfile()
  const send = () => {
    const changes = changesIn(typed, viewer)
    const found = fieldProblems(profileForm, changes)
    setProblems(found ?? {})
    const first = names.map((name) => found?.[name]).find(Boolean)
    if (first) say(first)
    else
      save.mutate(changes, {
        onSuccess: () => {
          toast({ title: 'Profile Updated', description: 'Your changes are saved.', kind: 'success' })
          onDone()
        },
        onError: (error) => {
          if (isExpired(error)) return
          say(errorMessage(error, 'Failed to update profile. Please try again.'))
          if (error instanceof ApiError) setProblems(error.body.fields ?? {})
        },
      })
  }
  const bind = (name: Name) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: target.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })
  return (
    <form
      ref={focusFirst}
      noValidate
      aria-label="Profile"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) send()
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {(['firstName', 'lastName'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'firstName' ? 'First Name' : 'Last Name'}
            error={problems[name]}
            description={isFixed(viewer, name) ? 'Name cannot be changed' : undefined}
          >
            {(control) => (
              <Input
                {...control}
                {...bind(name)}
                readOnly={isFixed(viewer, name)}
                placeholder={isFixed(viewer, name) ? 'Name cannot be changed' : undefined}
                autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
              />
            )}
          </Field>
        ))}
      </div>
      <Field label="Email" description="Your address cannot be changed here.">
        {(control) => <Input {...control} type="email" readOnly value={viewer.email} />}
      </Field>
      <Field label="Bio" error={problems.bio}>
        {(control) => <Textarea {...control} {...bind('bio')} limit={maxBioLength} />}
      </Field>
      <Field label="Location" error={problems.location}>
        {(control) => <Input {...control} {...bind('location')} />}
      </Field>
      {viewer.role === 'creator' ? (
        <Field label="Website" error={problems.website}>
          {(control) => (
            <Input {...control} {...bind('website')} type="url" autoComplete="url" placeholder="https://" />
          )}
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button kind="outline" disabled={save.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
