import type { Post } from '@touchline/contract/posts.ts'
import { languageName } from '#player/language-name.ts'
import { useState } from 'react'
import { postLabel } from '#people/names.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { errorMessage } from '#api/api-error.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { AddCaptions } from './add-captions.tsx'
import { useRemoveCaptions } from './captions-requests.ts'

type Props = { post: Post; onClose: () => void }

export function CaptionsDialog({ post, onClose }: Props) {
  const [removing, setRemoving] = useState<string | null>(null)
  const remove = useRemoveCaptions(post)
  const isExpired = useExpiredSession()
  const captions = post.media?.captions ?? []
  const removeOne = (language: string) =>
    remove.mutate(language, {
      onError(error) {
        if (isExpired(error)) return
        const description = errorMessage(error, 'The captions could not be removed. Please try again.')
        toast({ title: 'Error', description, kind: 'destructive' })
      },
    })
  return (
    <Dialog
      open
      title="Captions"
      description={
        <>
          The spoken words of “<bdi>{postLabel(post)}</bdi>” to read along: one file for each language, as
          WebVTT (.vtt) or SubRip (.srt).
        </>
      }
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <section aria-label="Languages" className="mt-5">
        {captions.length === 0 ? (
          <p className="text-sm text-muted">There are no captions yet.</p>
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {captions.map(({ language }) => (
              <li key={language} className="flex items-center justify-between gap-3 py-1">
                <span className="min-w-0 truncate font-semibold">{languageName(language)}</span>
                <Button
                  kind="quiet"
                  aria-label={`Remove ${languageName(language)}`}
                  disabled={remove.isPending}
                  onClick={() => setRemoving(language)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <AddCaptions post={post} />
      {removing === null ? null : (
        <AlertDialog
          open
          onOpenChange={(open) => {
            if (!open) setRemoving(null)
          }}
          title="Remove Captions"
          description={`Are you sure you want to remove the captions in ${languageName(removing)}? This action cannot be undone.`}
          confirmLabel="Remove"
          onConfirm={() => removeOne(removing)}
        />
      )}
    </Dialog>
  )
}
