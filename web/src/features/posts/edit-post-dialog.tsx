import { maxSearchLength, type Post } from '@touchline/contract/posts.ts'
import { maxClipMs } from '@touchline/contract/teasers.ts'
import { useState } from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { useDraft } from '#drafting/draft.ts'
import { textPictures } from '#drafting/text-pictures.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { AltField } from '#ui/alt-field.tsx'
import { LazyTextEditor } from '#ui/text-editor/lazy-text-editor.tsx'
import { TitleField } from '#ui/title-field.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { clubNow } from '#ui/clock.ts'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { EarlyAccessField } from '#ui/early-access-field.tsx'
import { SharingField, toSharing } from '#ui/sharing-field.tsx'
import { toast } from '#ui/toast-store.ts'
import { useEditPost } from './publishing-requests.ts'

type Props = { post: Post; onClose: () => void }

export function EditPostDialog({ post, onClose }: Props) {
  const source = post.markdown ?? ''
  const title = useDraft(`edit-title:${post.id}`, post.title ?? '')
  const content = useDraft(`edit-markdown:${post.id}`, source)
  const mediaAlt = useDraft(`edit-alt:${post.id}`, post.mediaAlt ?? '')
  const opensAt = useDraft(`edit-opens:${post.id}`, post.opensAt ?? '')
  const sharing = useDraft(`edit-sharing:${post.id}`, post.sharing ?? '')
  const clip = useDraft(`edit-clip:${post.id}`, post.isClip ? 'on' : '')
  const ai = useDraft(`edit-ai:${post.id}`, post.isMadeWithAi ? 'on' : '')
  const [version, setVersion] = useState(post.version)
  const edit = useEditPost(post.id)
  const isExpired = useExpiredSession()
  const leave = () => {
    for (const field of [title, content, mediaAlt, opensAt, sharing, clip, ai]) field.clear()
    onClose()
  }
  const save = () =>
    edit
      .mutateAsync({
        title: title.text.trim(),
        ...(content.text === source ? {} : { markdown: content.text.trim() }),
        mediaAlt: mediaAlt.text.trim(),
        opensAt: opensAt.text || null,
        sharing: toSharing(sharing.text),
        ...(mayBeClip ? { isClip: clip.text !== '' } : {}),
        isMadeWithAi: ai.text !== '',
        version,
      })
      .then(leave, (error: unknown) => {
        if (isExpired(error)) return
        const failed = 'Failed to update post. Please try again.'
        const isStale = error instanceof ApiError && error.status === 409
        const description = isStale ? errorMessage(error, failed) : failed
        if (isStale) setVersion(post.version)
        toast({ title: 'Error', description, kind: 'destructive' })
      })
  const mayBeClip = post.mediaType === 'video' && (post.media?.durationMs ?? Infinity) <= maxClipMs
  const isEmpty = post.mediaType === 'text' && content.text.trim() === ''
  return (
    <Dialog
      wide
      open
      title="Edit Post"
      onOpenChange={(open) => {
        // A click outside may be a mistake, so only Cancel discards the changes.
        if (!open) onClose()
      }}
    >
      <form
        className="mt-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TitleField maxLength={maxSearchLength.title} value={title.text} onChange={title.change} />
        <LazyTextEditor
          label="Content"
          maxLength={maxSearchLength.content}
          maxAltLength={maxSearchLength.mediaAlt}
          error={isEmpty ? 'A text post needs some text.' : undefined}
          value={content.text}
          pictures={textPictures([...post.pictures, ...(post.gallery?.parts ?? [])])}
          onChange={content.change}
        />
        {post.mediaType === 'image' || post.mediaType === 'video' ? (
          <AltField
            isVideo={post.mediaType === 'video'}
            isFirst={post.gallery !== null}
            maxLength={maxSearchLength.mediaAlt}
            value={mediaAlt.text}
            onChange={mediaAlt.change}
          />
        ) : null}
        <EarlyAccessField
          value={opensAt.text || null}
          onChange={(at) => {
            opensAt.change(at ?? '')
            if (at === null) clip.change('')
          }}
        />
        <SharingField
          value={toSharing(sharing.text)}
          onChange={sharing.change}
          onDefault={() => sharing.change('')}
        />
        {post.mediaType === 'video' ? (
          <Checkbox
            label={
              mayBeClip
                ? 'Let visitors watch this video on the front page, in place of the one before it. The post is open to everybody then.'
                : 'Only videos of up to 60 seconds can be watched by visitors on the front page.'
            }
            disabled={!mayBeClip}
            checked={clip.text !== ''}
            onChange={(isTicked) => {
              clip.change(isTicked ? 'on' : '')
              if (isTicked && !opensAt.text) opensAt.change(new Date(clubNow()).toISOString())
            }}
          />
        ) : null}
        <Checkbox
          label="Made with AI: members see this beside the post."
          checked={ai.text !== ''}
          onChange={(isTicked) => ai.change(isTicked ? 'on' : '')}
        />
        <DialogActions>
          <Button kind="outline" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" disabled={isEmpty || edit.isPending}>
            {edit.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
