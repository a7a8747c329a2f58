import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { UploadButton } from './upload-button.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { SavedUpload } from '#session/saved-uploads.ts'
import { useSignedInViewer } from '#session/viewer.ts'

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }))

const findAnyPost = async (personId: string) =>
  (await import('#session/saved-uploads.ts')).unfinishedUpload(personId)

/** Goes on with the file that was being sent when this page was left or reloaded. */
function UnfinishedUpload() {
  const { id } = useSignedInViewer()
  const [unfinished, setUnfinished] = useState<SavedUpload | null>(null)
  useEffect(() => {
    let isHere = true
    const look = async () => {
      const found = await findAnyPost(id)
      if (isHere) setUnfinished(found)
    }
    void look()
    return () => {
      isHere = false
    }
  }, [id])
  if (!unfinished) return null
  return (
    <Suspense fallback={null}>
      <UploadDialog open unfinished={unfinished} onOpenChange={() => setUnfinished(null)} />
    </Suspense>
  )
}

/** The ways to a new post: at once, or by way of the desk. A file that was being sent goes on. */
export function CreatorTools() {
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild kind="outline">
        <Link to={paths.desk}>Drafts</Link>
      </Button>
      <UploadButton />
      <UnfinishedUpload />
    </div>
  )
}
