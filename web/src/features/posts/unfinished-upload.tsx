import { lazy, Suspense, useEffect, useState } from 'react'
import type { KeptUpload } from '#session/kept-uploads.ts'
import { useSignedInViewer } from '#session/viewer.ts'

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }))

const lookForOne = async (personId: string) =>
  (await import('#session/kept-uploads.ts')).unfinishedUpload(personId)

/** Goes on with the file that was being sent when this page was left or reloaded. */
export function UnfinishedUpload() {
  const { id } = useSignedInViewer()
  const [unfinished, setUnfinished] = useState<KeptUpload | null>(null)
  useEffect(() => {
    let isHere = true
    const look = async () => {
      const found = await lookForOne(id)
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
