import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { UploadButton } from './upload-button.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { SavedUpload } from '#drafting/saved-uploads.ts'
import { useSignedInViewer } from '#session/viewer.ts'

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }))

const findUpload = async (personId: string) =>
  (await (await import('#drafting/saved-uploads.ts')).unfinishedUploads(personId))[0] ?? null

/** Resumes an upload that was interrupted by leaving or reloading the page. */
function UnfinishedUpload() {
  const { id } = useSignedInViewer()
  const [unfinished, setUnfinished] = useState<SavedUpload | null>(null)
  useEffect(() => {
    let isMounted = true
    const resume = async () => {
      const found = await findUpload(id)
      if (isMounted) setUnfinished(found)
    }
    void resume()
    return () => {
      isMounted = false
    }
  }, [id])
  if (!unfinished) return null
  return (
    <Suspense fallback={null}>
      <UploadDialog open unfinished={unfinished} onOpenChange={() => setUnfinished(null)} />
    </Suspense>
  )
}

export function CreatorTools() {
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild kind="outline">
        <Link to={paths.drafts}>Drafts</Link>
      </Button>
      <UploadButton />
      <UnfinishedUpload />
    </div>
  )
}
