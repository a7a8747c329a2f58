import type { PictureName } from '@touchline/contract/site-settings.ts'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { FileButton } from '#ui/file-button.tsx'

/** The longest side that the server keeps. */
const sides: Record<PictureName, number> = { logo: 512, portrait: 1000, cover: 1600 }

const unreadable = 'This file cannot be read as a picture. Choose a PNG, JPEG or WebP file.'

/** Scales a picture down in the browser, so that a photo of a camera can be sent. */
async function scaled(name: PictureName, file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, sides[name] / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return name === 'logo' ? canvas.toDataURL('image/png') : canvas.toDataURL('image/webp', 0.85)
}

type Props = {
  name: PictureName
  label: string
  description: string
  value: string | null
  problem: string | undefined
  onChange: (value: string | null) => void
}

export function PictureField({ name, label, description, value, problem, onChange }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  const errorId = useId()
  async function choose([file]: File[]) {
    if (!file) return
    setFailure(null)
    try {
      onChange(await scaled(name, file))
    } catch {
      setFailure(unreadable)
    }
  }
  return (
    <fieldset className="grid min-w-0 justify-items-start gap-3">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      {value === null ? null : (
        <img
          src={value}
          alt={`${label} as it is now`}
          className="max-h-60 rounded-control border border-line"
        />
      )}
      <div className="flex flex-wrap gap-3">
        <FileButton
          label={label}
          accept="image/png,image/jpeg,image/webp"
          onFiles={(files) => void choose(files)}
        >
          Choose a Picture<span className="sr-only">: {label}</span>
        </FileButton>
        {value === null ? null : (
          <Button kind="outline" aria-label={`Remove: ${label}`} onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      <p className="text-xs text-muted">{description}</p>
      <FieldError id={errorId} message={failure ?? problem} />
    </fieldset>
  )
}
