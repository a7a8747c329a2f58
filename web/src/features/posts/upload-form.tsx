import { maxSearchLength } from '@touchline/contract/posts.ts'
import type { useDraft } from '#drafting/draft.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { type UploadedBytes, UploadProgress } from '#ui/upload-progress.tsx'
import { SharingField, toSharing } from '#ui/sharing-field.tsx'
import { AltField } from '#ui/alt-field.tsx'
import { ContentField } from '#ui/content-field.tsx'
import { TitleField } from '#ui/title-field.tsx'
import { UploadFile } from './upload-file.tsx'
import type { ContentType } from './upload-rules.ts'

type Draft = ReturnType<typeof useDraft>

type Props = {
  title: Draft
  content: Draft
  mediaAlt: Draft
  sharing: Draft
  contentType: ContentType
  file: File | null
  sent: UploadedBytes | null
  /** Why the upload is paused. */
  waiting: string | null
  onType: (type: string) => void
  onFile: (file: File | null, kind: ContentType | null) => void
  onSend: () => void
  onMore: () => void
  onCancel: () => void
}

export function UploadForm(props: Props) {
  const { title, content, mediaAlt, sharing, contentType, file, sent, waiting, ...on } = props
  const isSending = sent !== null
  return (
    <form
      className="mt-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) on.onSend()
      }}
    >
      <fieldset disabled={isSending} className="grid grid-cols-1 gap-4">
        <Field label="Content type">
          {(control) => (
            <Select {...control} value={contentType} onChange={(event) => on.onType(event.target.value)}>
              <option value="image">Image</option>
              <option value="video">Video</option>
              <option value="text">Text</option>
            </Select>
          )}
        </Field>
        {contentType === 'text' ? null : <UploadFile file={file} onFile={on.onFile} />}
        <TitleField maxLength={maxSearchLength.title} isOptional value={title.text} onChange={title.change} />
        <ContentField
          maxLength={maxSearchLength.content}
          rows={5}
          placeholder="What do you want to say?"
          value={content.text}
          onChange={content.change}
        />
        {contentType === 'text' || !file ? null : (
          <AltField
            isVideo={contentType === 'video'}
            maxLength={maxSearchLength.mediaAlt}
            value={mediaAlt.text}
            onChange={mediaAlt.change}
          />
        )}
        <SharingField
          value={toSharing(sharing.text)}
          onChange={sharing.change}
          onDefault={() => sharing.change('')}
        />
      </fieldset>
      {isSending ? (
        <div className="mt-6">
          <UploadProgress
            sent={sent}
            waiting={waiting}
            afterwards="Preparing your post..."
            onCancel={on.onCancel}
          />
        </div>
      ) : (
        <>
          <p className="mt-4 text-sm text-muted">
            Your members see it at once. More Options opens New Post: several files, formatted text, a date.
          </p>
          <DialogActions>
            <Button kind="outline" onClick={on.onMore}>
              More Options
            </Button>
            <Button type="submit">Publish</Button>
          </DialogActions>
        </>
      )}
    </form>
  )
}
