import { useRef } from 'react'
import { Button } from '#ui/button.tsx'

/** iOS converts HEIC to JPEG when HEIC is not in the list. */
export const partTypes = 'image/jpeg,image/png,image/gif,image/webp,image/avif,video/*,audio/*'

type Props = { name: string; onReplace: (file: File) => void }

export function ReplaceButton({ name, onReplace }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Replace ${name}`}
        accept={partTypes}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // A file input fires no event when the same file is selected again, so clear it.
          target.value = ''
          if (file) onReplace(file)
        }}
      />
      <Button kind="quiet" onClick={() => input.current?.click()}>
        Replace {name}
      </Button>
    </>
  )
}
