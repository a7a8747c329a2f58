import { Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { nameInitial } from '#people/names.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { heicProblem, readableFile } from '#ui/chosen-file.ts'
import { showingFile } from '#ui/showing-file.ts'
import { toast } from '#ui/toast-store.ts'
import { useChangeAvatar } from './requests.ts'
import { maxAvatarBytes } from '@touchline/contract/profiles.ts'

/** Why a file cannot be an avatar, or null. The server checks its content. */
export function problemOfAvatar({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!type.startsWith('image/'))
    return { title: 'Invalid File Type', description: 'Please select an image file.' }
  if (size > maxAvatarBytes)
    return { title: 'File Too Large', description: 'Please select an image smaller than 5MB.' }
  return null
}

export function AvatarSection() {
  const viewer = useSignedInViewer()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const change = useChangeAvatar()
  const isExpired = useExpiredSession()
  const choose = async (chosen: File | undefined) => {
    // A file input fires no event when the same file is selected again, so clear it.
    if (input.current) input.current.value = ''
    if (!chosen) return
    const readable = await readableFile(chosen)
    const problem = readable ? problemOfAvatar(readable) : heicProblem
    if (problem) toast({ ...problem, kind: 'destructive' })
    else if (readable) setFile(readable)
  }
  const save = (wanted: File | null) =>
    change.mutate(wanted, {
      onSuccess: () => {
        setFile(undefined)
        toast({
          title: wanted ? 'Photo Updated' : 'Photo Removed',
          description: wanted ? 'This is how others see you now.' : 'Others see your initial now.',
          kind: 'success',
        })
      },
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'Failed to upload avatar. Please try again.')
        toast({ title: 'Upload Error', description, kind: 'destructive' })
      },
    })
  return (
    <div className="flex flex-wrap items-center gap-5">
      {file ? (
        <img
          ref={showingFile(file)}
          alt="Preview"
          className="size-20 shrink-0 rounded-full border border-line object-cover"
        />
      ) : (
        <Avatar size="large" imageUrl={viewer.profileImageUrl} initial={nameInitial(viewer)} />
      )}
      <div className="grid min-w-0 gap-2">
        <div className="flex flex-wrap gap-3">
          {file ? (
            <>
              <Button disabled={change.isPending} onClick={() => save(file)}>
                {change.isPending ? 'Uploading...' : 'Upload Photo'}
              </Button>
              <Button kind="outline" disabled={change.isPending} onClick={() => setFile(undefined)}>
                Cancel
              </Button>
            </>
          ) : (
            <>
              <Button kind="outline" disabled={change.isPending} onClick={() => input.current?.click()}>
                <Camera size={18} aria-hidden /> Change Photo
              </Button>
              {viewer.profileImageUrl ? (
                <Button kind="quiet" disabled={change.isPending} onClick={() => save(null)}>
                  Remove Photo
                </Button>
              ) : null}
            </>
          )}
        </div>
        <p className="text-xs text-muted">Up to 5MB. It is cropped to a square, and members can see it.</p>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        aria-label="Photo"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void choose(event.target.files?.[0])}
      />
    </div>
  )
}
