import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { heicProblem, fileKind, readableFile } from '#ui/chosen-file.ts'
import { fileSize } from '#ui/file-size.ts'
import { Field } from '#ui/field.tsx'
import { showingFile } from '#ui/showing-file.ts'
import { toast } from '#ui/toast-store.ts'
import { type ContentType, contentTypes, problemOfFile } from './upload-rules.ts'

type Props = { file: File | null; onFile: (file: File | null, kind: ContentType | null) => void }

export function UploadFile({ file, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  // A file input fires no event when the same file is selected again, so clear it.
  const empty = () => {
    if (input.current) input.current.value = ''
  }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const readable = await readableFile(chosen)
    const problem = readable ? problemOfFile(readable) : heicProblem
    if (problem) {
      toast({ ...problem, kind: 'destructive' })
      empty()
    } else onFile(readable, contentTypes.find((type) => type === fileKind(chosen)) ?? null)
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field label="Media file" description="Up to 50MB (MP4, MOV, AVI; JPG, PNG, GIF)">
        {(control) => (
          // iOS converts HEIC to JPEG when HEIC is not in the list.
          <input
            {...control}
            ref={input}
            type="file"
            accept="image/jpeg,image/png,image/gif,image/webp,image/avif,video/*"
            className="control text-sm"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {file ? (
        <div className="flex flex-wrap items-center gap-3 rounded-control bg-bench p-3">
          {fileKind(file) === 'image' ? (
            <img
              ref={showingFile(file)}
              alt="Preview"
              className="size-20 shrink-0 rounded-control object-cover"
            />
          ) : null}
          <p className="min-w-32 flex-1 text-sm">
            <span className="line-clamp-2 font-semibold break-all">{file.name}</span>
            <span className="board text-xs text-muted">{fileSize(file.size)}</span>
          </p>
          <Button
            kind="quiet"
            className="ml-auto"
            onClick={() => {
              empty()
              onFile(null, null)
            }}
          >
            Remove
          </Button>
        </div>
      ) : null}
    </div>
  )
}
