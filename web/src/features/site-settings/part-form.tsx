import type { SiteDesk, SiteSettings } from '@touchline/contract/site-settings.ts'
import { type SubmitEvent, useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast-store.ts'
import { useSave } from './requests.ts'
import { SettingField } from './setting-field.tsx'
import type { parts } from './setting-names.ts'

/** Maps the fields of a refusal, as in `settings.landing.headline.0`, to their settings. */
const problemsOf = (error: unknown) =>
  error instanceof ApiError
    ? Object.fromEntries(
        Object.entries(error.body.fields ?? {}).map(([path, text]) => [
          path.replace(/^settings\./, ''),
          text,
        ]),
      )
    : {}

type Props = { desk: SiteDesk; part: (typeof parts)[number] }

/** The form of one part. What is typed stays until it is saved, also when another part is. */
export function PartForm({ desk, part: { id, title, names, lead } }: Props) {
  const [typed, setTyped] = useState<Partial<SiteSettings>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const save = useSave()
  const isExpired = useExpiredSession()
  const saved = desk.draft?.settings ?? desk.published.settings
  const settings = { ...saved, ...typed }
  const isDefault = names.every((name) => JSON.stringify(saved[name]) === JSON.stringify(desk.defaults[name]))

  async function send(reset: boolean) {
    setFailure(null)
    setProblems({})
    try {
      await save.mutateAsync({
        revision: desk.revision,
        settings: reset ? {} : typed,
        ...(reset ? { reset: names } : {}),
      })
      setTyped({})
      toast({ title: 'Saved in the Draft', description: 'Publish it to show it.', kind: 'success' })
    } catch (error) {
      if (isExpired(error)) return
      setProblems(problemsOf(error))
      setFailure(errorMessage(error, 'This could not be saved. Please try again.'))
    }
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!save.isPending) void send(false)
  }
  return (
    <form noValidate onSubmit={submit} aria-label={title} className="mt-4 grid grid-cols-1 gap-5">
      {lead ? <p className="measure text-sm text-muted">{lead}</p> : null}
      {names.map((name) => (
        <SettingField
          key={name}
          name={name}
          settings={settings}
          isBare={id !== 'plan'}
          problems={problems}
          onChange={(changed) => setTyped({ ...typed, ...changed })}
        />
      ))}
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={save.isPending || Object.keys(typed).length === 0}>
          {save.isPending ? 'Saving…' : 'Save in the Draft'}
        </Button>
        {isDefault ? null : (
          <Button kind="outline" disabled={save.isPending} onClick={() => void send(true)}>
            Back to the Default
          </Button>
        )}
      </div>
    </form>
  )
}
