import type { SiteDesk } from '@touchline/contract/site-settings.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast-store.ts'
import { api, useImport } from './requests.ts'

/** Downloads the settings as a file, and saves those of a file in the draft. */
export function FileSection({ desk: { revision } }: { desk: SiteDesk }) {
  const [failure, setFailure] = useState<string | null>(null)
  const bring = useImport()
  const isExpired = useExpiredSession()
  async function read([file]: File[]) {
    if (!file || bring.isPending) return
    setFailure(null)
    try {
      await bring.mutateAsync({ revision, text: await file.text() })
      toast({ title: 'Saved in the Draft', description: `From ${file.name}.`, kind: 'success' })
    } catch (error) {
      if (!isExpired(error)) setFailure(errorMessage(error, 'The file could not be read. Please try again.'))
    }
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
      <div className="mt-4 flex flex-wrap gap-3">
        <Button asChild kind="outline">
          <a href={api.exportFile.path} download="site.json">
            Download
          </a>
        </Button>
        <FileButton
          label="Import a file into the draft"
          accept=".json,application/json"
          onFiles={(files) => void read(files)}
        >
          {bring.isPending ? 'Importing…' : 'Import into the Draft'}
        </FileButton>
      </div>
      <div className="mt-4">
        <FormError>{failure ? <span className="whitespace-pre-line">{failure}</span> : null}</FormError>
      </div>
    </Card>
  )
}
