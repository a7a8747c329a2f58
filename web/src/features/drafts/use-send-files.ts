import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { unfinishedUploads, type SavedUpload } from '#drafting/saved-uploads.ts'
import { sizeProblem, uploadRules } from '#drafting/upload-rules.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { fileKind, heicProblem, readableFile } from '#ui/chosen-file.ts'
import { toast } from '#ui/toast-store.ts'
import { useAddPart } from './requests.ts'
import {
  type FilePlace,
  listProblem,
  retryFile,
  type SendingFile,
  sendFiles,
  uploadFor,
} from './send-files.ts'

type Problem = { title: string; description: string }

/** Why a file cannot be used, or null. The server checks its content. */
async function checkFile(file: File, { attachedAs }: FilePlace, maxBytes: number) {
  if (file.size === 0) return { title: 'Empty File', description: 'There is nothing in this file.' }
  if (attachedAs !== undefined) return sizeProblem(file, maxBytes) ?? file
  const readable = await readableFile(file)
  if (!readable) return heicProblem
  if (!fileKind(readable))
    return { title: 'Invalid File Type', description: 'Please select a picture, a video or a recording.' }
  return sizeProblem(readable, maxBytes) ?? readable
}

/** Sends files to a draft. `resume` also continues what a reload has interrupted. */
export function useSendFiles(draftId: string, isSaved: () => Promise<boolean>) {
  const { id: personId } = useSignedInViewer()
  const { data: rules } = useQuery(uploadRules)
  const { mutateAsync } = useAddPart(draftId)
  const isExpired = useExpiredSession()
  const steps = {
    isSaved,
    isExpired,
    add: (uploadId: string, place: FilePlace) => mutateAsync({ uploadId, place }),
  }
  return {
    rules,
    retry: (file: SendingFile) => retryFile(draftId, file, steps),
    resume: (uploads: SavedUpload[]) => sendFiles(draftId, uploads, steps),
    /** A single file that cannot be used is refused at once; among several it is listed, and the others go on. */
    send: async (files: File[], placeOf: (file: File) => FilePlace) => {
      const uploads: SavedUpload[] = []
      for (const file of files) {
        const place = placeOf(file)
        const checked: File | Problem = await checkFile(file, place, rules?.maxBytes ?? Infinity)
        if (checked instanceof File) uploads.push(uploadFor(personId, draftId, checked, place))
        else if (files.length === 1) toast({ ...checked, kind: 'destructive' })
        else listProblem(draftId, uploadFor(personId, draftId, file, place), checked.description)
      }
      await sendFiles(draftId, uploads, steps)
    },
  }
}

/** Continues the uploads of a draft that a reload has interrupted. */
export function useResumedUploads(draftId: string, resume: (uploads: SavedUpload[]) => Promise<void>) {
  const { id: personId } = useSignedInViewer()
  const start = useEffectEvent((uploads: SavedUpload[]) => void resume(uploads))
  useEffect(() => {
    let isMounted = true
    const look = async () => {
      const uploads = await unfinishedUploads(personId, draftId)
      if (uploads.length > 0 && isMounted) start(uploads)
    }
    void look()
    return () => {
      isMounted = false
    }
  }, [personId, draftId])
}
