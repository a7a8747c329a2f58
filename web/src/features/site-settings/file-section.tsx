import type { SiteDesk } from '@touchline/contract/site-settings.ts'
import { type ChangeEvent, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast-store.ts'
import { api, useImport } from './requests.ts'

/** Downloads the settings as a file, and saves those of a file in the draft. */
export function FileSection({ desk: { revision } }: { desk: SiteDesk }) {
  const [failure, setFailure] = useState<string | null>(null)
  const bring = useImport()
  const isExpired = useExpiredSession()
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    setFailure(null)
    try {
      await bring.mutateAsync({ revision, text: await file.text() })
      toast({ title: 'Saved in the Draft', description: `From ${file.name}.`, kind: 'success' })
    } catch (error) {
      if (!isExpired(error)) setFailure(errorMessage(error, 'The file could not be read. Please try again.'))
    }
    // The same file can be chosen again after it was corrected.
    target.value = ''
  }
  return (
    <Card aria-labelledby="file-title">
      <h2 id="file-title" className="text-xl">
        As a File
      </h2>
      <p className="mt-2 measure text-muted">
        The draft, or what is published, as one file. Saved as content/site.json it holds the defaults of a
        club that lives in git.
      </p>
      <div className="mt-4 grid gap-4">
        <Button asChild kind="outline" className="justify-self-start">
          <a href={api.exportFile.path} download="site.json">
            Download
          </a>
        </Button>
        <Field label="Import a file into the draft">
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".json,application/json"
              disabled={bring.isPending}
              onChange={(event) => void read(event)}
              className="min-h-11 w-full text-sm"
            />
          )}
        </Field>
        <FormError>{failure ? <span className="whitespace-pre-line">{failure}</span> : null}</FormError>
      </div>
    </Card>
  )
}
